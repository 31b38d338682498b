import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { FOLDER_DEPTH_MAX } from '#shared/platform/limits.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

describe.each(testEngines)('folders on %s', (engine) => {
  const server = useTestServer({ engine });

  async function setUp() {
    const { make, signIn } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const label = await make.label(organization, { name: 'Actas' });
    const writer = await make.person(organization, { libraries: [[library, ['upload']]] });
    const reader = await make.person(organization, { libraries: [[library, []]] });
    const stranger = await make.person(await make.organization());
    return {
      library,
      label,
      writer: await signIn(writer.email),
      reader: await signIn(reader.email),
      stranger: await signIn(stranger.email),
    };
  }
  const create = (client: TestClient, group: string, name: string, parent: string | null = null) =>
    client.call('folderCreate', { body: { group, name, parent } });

  /** Names on disks by folder, as the sync feed tells them. */
  async function diskNames(client: TestClient, group: string): Promise<ReadonlyMap<string, string>> {
    const { rows } = await client.ok('changes', { query: { group } });
    return new Map(rows.flatMap((row) => (row.kind === 'folder' ? [[row.id, row.diskName] as const] : [])));
  }

  it('makes a tree, parents before children, in Spanish order', async () => {
    const { library, writer, reader } = await setUp();
    const contracts = (await create(writer, library.id, 'Ñuble')).body;
    await create(writer, library.id, 'Nómina');
    await create(writer, library.id, 'Obras');
    const annexes = (await create(writer, library.id, 'Anexos', contracts._id)).body;
    const deepest = (await create(writer, library.id, '2026', annexes._id)).body;
    const folders = await reader.ok('foldersByGroup', { params: { group: library.id } });
    // What is answered when it is made is what everybody's list says of it.
    expect(folders.filter(({ _id }) => [annexes._id, deepest._id].includes(_id))).toEqual([annexes, deepest]);
    expect(folders.map((folder) => folder.path)).toEqual([
      'Nómina',
      'Ñuble',
      'Ñuble / Anexos',
      'Ñuble / Anexos / 2026',
      'Obras',
    ]);
  });

  it('refuses a taken name, whatever its case and its accents’ spelling', async () => {
    const { library, writer } = await setUp();
    await create(writer, library.id, 'Políticas');
    const again = await create(writer, library.id, 'POLÍTICAS'.normalize('NFD'));
    expect(again.status).toBe(409);
    expect(again.body.error?.code).toBe('name_taken');
    expect(again.body.error?.details).toHaveProperty('name');
  });

  it.each(['..', '.', 'a/b', 'a\\b', 'a\u0000b', 'a\u202eb', '...', ' ', 'x'.repeat(300)])(
    'refuses the name %j with a sentence at the field',
    async (name) => {
      const { library, writer } = await setUp();
      const answer = await create(writer, library.id, name);
      expect(answer.status).toBe(400);
      expect(answer.body.error?.details).toHaveProperty('name');
    },
  );

  it('takes the names that people write, and gives disks one that all of them take', async () => {
    const { library, writer } = await setUp();
    const names = ['Excavaciones Maipo Ltda.', 'Andes S.A.', '¿Dudas?', 'Obra: norte', 'CON', 'Actas.tmp'];
    const made = [];
    for (const name of names) made.push((await create(writer, library.id, name)).body);
    expect(made.map(({ name }) => name)).toEqual(names);
    const onDisk = await diskNames(writer, library.id);
    expect(made.map(({ _id }) => onDisk.get(_id))).toEqual([
      'Excavaciones Maipo Ltda',
      'Andes S.A',
      '¿Dudas_',
      'Obra_ norte',
      '_CON',
      '_Actas.tmp_',
    ]);
    // Two folders never have one name on a disk, whoever makes them and how.
    for (const twin of ['Andes S.A', 'ANDES s.a..', 'Obra_ norte', '_con']) {
      expect([twin, (await create(writer, library.id, twin)).body.error?.code]).toEqual([twin, 'name_taken']);
      const params = { id: made[0]?._id ?? '' };
      const renamed = await writer.call('folderUpdate', { params, body: { name: twin } });
      expect([twin, renamed.body.error?.code]).toEqual([twin, 'name_taken']);
    }
    const body = {
      group: library.id,
      items: ['Maipo y Cía.', 'maipo y cía'].map((name) => ({ parent: null, name })),
    };
    const { results } = await writer.ok('folderCreateBatch', { body });
    expect(results.map((each) => (each.ok ? 'ok' : each.error.code))).toEqual(['ok', 'name_taken']);
  });

  it('keeps that name when a desktop moves the folder by its name on disks, and takes a new one', async () => {
    const { library, writer } = await setUp();
    const into = (await create(writer, library.id, 'Subcontratos')).body._id;
    const { _id: id } = (await create(writer, library.id, 'Maipo Ltda.')).body;
    const update = async (body: { parent?: string | null; name?: string }) =>
      (await writer.ok('folderUpdate', { params: { id }, body })).name;
    expect(await update({ parent: into, name: 'Maipo Ltda' })).toBe('Maipo Ltda.');
    expect(await update({ parent: null, name: 'Maipo y Cía.' })).toBe('Maipo y Cía.');
    // Without a move, somebody writes the name.
    expect(await update({ name: 'Maipo y Cía' })).toBe('Maipo y Cía');
  });

  it('lets only upload holders write, and strangers see nothing', async () => {
    const { library, reader, stranger } = await setUp();
    expect((await create(reader, library.id, 'Contratos')).status).toBe(403);
    expect((await create(stranger, library.id, 'Contratos')).status).toBe(404);
    expect((await stranger.call('foldersByGroup', { params: { group: library.id } })).status).toBe(404);
  });

  it('makes many by one call, a result each, and queues one hint row for them', async () => {
    const { library, writer, reader, stranger } = await setUp();
    const { _id: taken } = (await create(writer, library.id, 'Obras')).body;
    const foreign = (await create(writer, library.id, 'Actas', taken)).body._id;
    const { db } = server().running.services.deps;
    const queued = () => db.selectFrom('outbox').select(['id', 'kind']).execute();
    // Rows have no order of their own: the worker writes those that are done anew.
    const before = new Set((await queued()).map(({ id }) => id));
    const named = Array.from({ length: 30 }, (_, at) => ({ parent: at % 2 ? taken : null, name: `N ${at}` }));
    const items = [
      ...named,
      { parent: null, name: 'OBRAS' },
      { parent: null, name: 'N 0' },
      { parent: null, name: '...' },
      { parent: library.id, name: 'En nada' },
      { parent: foreign, name: 'Dentro' },
    ];
    const call = (client: TestClient) =>
      client.call('folderCreateBatch', { body: { group: library.id, items } });
    expect((await call(reader)).status).toBe(403);
    expect((await call(stranger)).status).toBe(404);
    const { results } = (await call(writer)).body;
    const codes = results.map((result) => (result.ok ? 'ok' : result.error.code));
    expect(codes).toEqual([...named.map(() => 'ok'), 'name_taken', 'name_taken', 'invalid', 'invalid', 'ok']);
    const added = (await queued()).filter(({ id }) => !before.has(id));
    expect(added.map(({ kind }) => kind)).toEqual(['hints']);
    const folders = await reader.ok('foldersByGroup', { params: { group: library.id } });
    const ids = new Map(folders.map(({ _id, path }) => [_id, path]));
    expect(results.flatMap((result) => (result.ok ? ids.get(result.folder) : []))).toEqual([
      ...named.map(({ parent, name }) => (parent ? `Obras / ${name}` : name)),
      'Obras / Actas / Dentro',
    ]);
  });

  it('refuses the twenty-first level in a batch too', async () => {
    const { library, writer } = await setUp();
    let parent: string | null = null;
    for (let depth = 0; depth < FOLDER_DEPTH_MAX; depth += 1)
      parent = (await create(writer, library.id, `Nivel ${depth}`, parent)).body._id;
    const { results } = await writer.ok('folderCreateBatch', {
      body: { group: library.id, items: [{ parent, name: 'Demasiado' }] },
    });
    expect(results).toMatchObject([{ ok: false, error: { code: 'folder_depth' } }]);
  });

  it('gives a name to one of a batch and a single call that ask at once', async () => {
    const { library, writer } = await setUp();
    const [many, one] = await Promise.all([
      writer.call('folderCreateBatch', {
        body: {
          group: library.id,
          items: [
            { parent: null, name: 'actas' },
            { parent: null, name: 'Otra' },
          ],
        },
      }),
      create(writer, library.id, 'Actas'),
    ]);
    const first = many.body.results[0];
    expect([first?.ok, one.status]).toEqual(first?.ok ? [true, 409] : [false, 201]);
    expect(many.body.results[1]?.ok).toBe(true);
  });

  it('makes the folders of a repeated call once', async () => {
    const { library, writer } = await setUp();
    const body = {
      group: library.id,
      items: [
        { parent: null, name: 'Una' },
        { parent: null, name: 'Dos' },
      ],
    };
    const key = { 'idempotency-key': 'carpetas-0001' };
    const first = await writer.call('folderCreateBatch', { body }, key);
    const again = await writer.call('folderCreateBatch', { body }, key);
    expect(again.body).toEqual(first.body);
    expect(await writer.ok('foldersByGroup', { params: { group: library.id } })).toHaveLength(2);
  });

  it('tells who made a call its first answer again, also after their role ended, and does nothing anew', async () => {
    const { library, writer, reader } = await setUp();
    const body = { group: library.id, name: 'Una', parent: null };
    const key = { 'idempotency-key': 'carpeta-de-antes' };
    const first = await writer.call('folderCreate', { body }, key);
    await sql`delete from group_members where group_id = ${library.id} and cardinality(roles) > 0`.execute(
      server().database.db,
    );
    expect((await create(writer, library.id, 'Otra')).status).toBe(404);
    const again = await writer.call('folderCreate', { body }, key);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect((await reader.call('folderCreate', { body }, key)).status).toBe(403);
    expect(await reader.ok('foldersByGroup', { params: { group: library.id } })).toHaveLength(1);
  });

  it('moves without a cycle and keeps the depth', async () => {
    const { library, writer } = await setUp();
    const ids: string[] = [];
    for (let depth = 0; depth < FOLDER_DEPTH_MAX; depth += 1) {
      const made = await create(writer, library.id, `Nivel ${depth}`, ids.at(-1) ?? null);
      expect(made.status).toBe(201);
      ids.push(made.body._id);
    }
    const deeper = await create(writer, library.id, 'Demasiado', ids.at(-1) ?? null);
    expect(deeper.body.error?.code).toBe('folder_depth');
    const [first, second] = ids;
    const cycle = await writer.call('folderUpdate', {
      params: { id: first ?? '' },
      body: { parent: ids.at(-1) ?? null },
    });
    expect(cycle.body.error?.code).toBe('folder_cycle');
    const other = (await create(writer, library.id, 'Otra')).body;
    const tooDeep = await writer.call('folderUpdate', {
      params: { id: other._id },
      body: { parent: ids.at(-1) ?? null },
    });
    expect(tooDeep.body.error?.code).toBe('folder_depth');
    const moved = await writer.ok('folderUpdate', {
      params: { id: second ?? '' },
      body: { parent: other._id, name: 'Movida' },
    });
    expect(moved.path).toBe('Otra / Movida');
  });

  it('lets two people make the same folder at once: one is told that the name is taken', async () => {
    const { library, writer } = await setUp();
    const answers = await Promise.all([
      create(writer, library.id, 'Actas'),
      create(writer, library.id, 'actas'),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
  });

  it('removes only what is empty', async () => {
    const { library, writer } = await setUp();
    const parent = (await create(writer, library.id, 'Contratos')).body;
    const child = (await create(writer, library.id, 'Anexos', parent._id)).body;
    expect((await writer.call('folderDelete', { params: { id: parent._id } })).body.error?.code).toBe(
      'not_empty',
    );
    await writer.ok('folderDelete', { params: { id: child._id } });
    await writer.ok('folderDelete', { params: { id: parent._id } });
    expect(await writer.ok('foldersByGroup', { params: { group: library.id } })).toEqual([]);
  });

  it('hands default labels down', async () => {
    const { library, label, writer } = await setUp();
    const parent = await writer.ok('folderCreate', {
      body: { group: library.id, name: 'Actas', defaultLabels: [label] },
    });
    const child = (await create(writer, library.id, '2026', parent._id)).body;
    expect(child.defaultLabels).toEqual([]);
    expect(child.effectiveLabels).toEqual([label]);
    const folders = await writer.ok('foldersByGroup', { params: { group: library.id } });
    expect(folders).toEqual([parent, child]);
  });
});
