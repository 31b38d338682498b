import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { up } from '../../../platform/db/migrations/0039-names-that-look-alike.ts';
import { up as upBraille } from '../../../platform/db/migrations/0040-blank-braille.ts';
import { makeDocument, startRecord } from '../../../testing/documents.ts';
import type { TestLibrary } from '../../../testing/factories.ts';
import { docxFile } from '../../../testing/files/files.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

const FAMILY = '👨\u200d👩\u200d👧';
/** In these one sees no difference, though both are written as some script or emoji is. */
const TWINS: readonly (readonly [string, string])[] = [
  ['Obra ❤', 'Obra ❤\ufe0f'],
  ['Obra 葛城', 'Obra 葛\u{e0100}城'],
  ['Obra می', 'Obra م\u200dی'],
  ['Obra norte', 'Obra\u00a0norte'],
  ['Obra de riego', 'Obra de\u3000riego'],
  ['Obra del puente', 'Obra  del puente'],
  ['Obra sur', 'Obra\u2800sur'],
  ['Obra oriente', 'Obra\ufffc oriente'],
  ['Obra poniente', 'Obra \u{1d159}poniente'],
];
/** They are drawn as a space. */
const FILLERS = ['\u115f', '\u1160', '\u3164', '\uffa0'];
const INVISIBLE = [
  '\u034f',
  '\ufff9',
  '\ufffc',
  '\u{13430}',
  '\u{13441}',
  '\u{16fe4}',
  '\u{1d159}',
  '\u180e',
  '\u200d',
  '\ufe00',
  '\ufe0f',
  '\u{e0041}',
  '\u{e0100}',
];

describe.each(testEngines)('names that differ by invisible characters only, on %s', (engine) => {
  const server = useTestServer({ engine });
  let library: TestLibrary;
  let admin: TestClient;

  beforeAll(async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    library = await make.library(organization, 'Obras');
    const person = await make.person(organization, {
      isAdmin: true,
      libraries: [[library, ['upload', 'review', 'publish']]],
    });
    admin = await signIn(person.email);
  });

  const folder = async (name: string) =>
    (await admin.ok('folderCreate', { body: { group: library.id, name } }))._id;
  const names = async () =>
    (await admin.ok('foldersByGroup', { params: { group: library.id } })).map(({ name }) => name);
  const said = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
    `${status} ${body.error?.code}`;

  it('are one name of folders, made alone, by the many, or renamed', async () => {
    await folder('Actas');
    const other = await folder('Otra');
    for (const each of INVISIBLE)
      for (const name of [`Actas${each}`, `Ac${each}tas`, `Actas ${each}`]) {
        const body = { group: library.id, name };
        expect(said(await admin.call('folderCreate', { body }))).toBe('409 name_taken');
        const params = { id: other };
        expect(said(await admin.call('folderUpdate', { params, body: { name } }))).toBe('409 name_taken');
        const { results } = await admin.ok('folderCreateBatch', {
          body: { group: library.id, items: [{ name }] } as never,
        });
        expect(results).toEqual([{ ok: false, error: expect.objectContaining({ code: 'name_taken' }) }]);
      }
  });

  it('are one name of folders, with a space or with what is drawn as one', async () => {
    await folder('Acta 2024');
    await folder('Acta2024');
    for (const each of FILLERS)
      for (const name of [`Acta${each}2024`, `Acta ${each}2024`, `Acta 2024${each}`]) {
        const body = { group: library.id, name };
        expect([name, said(await admin.call('folderCreate', { body }))]).toEqual([name, '409 name_taken']);
      }
  });

  it.each(['\u0301\u0308', '\ufffc', '\u{16fe4}', '\u{1d159}', '\u{13441}', '\u3164'])(
    'are none where nothing is seen of them: %j',
    async (name) => {
      for (const answer of [
        await admin.call('folderCreate', { body: { group: library.id, name } }),
        await admin.call('labelCreate', { body: { name } as never }),
      ])
        expect(said(answer as never)).toBe('400 invalid');
    },
  );

  it('are one name of files on a disk, where the second gets a number', async () => {
    await makeDocument(server(), admin, library, { file: { name: 'Plano.pdf', type: 'application/pdf' } });
    const given = await Promise.all(
      INVISIBLE.map(async (each) => {
        const file = { name: `Plano${each}.pdf`, type: 'application/pdf' };
        return (await startRecord(server(), admin, library, { file })).record.diskName;
      }),
    );
    const seen = given.map((name) => INVISIBLE.reduce((rest, each) => rest.replaceAll(each, ''), name));
    expect(seen.sort()).toEqual(INVISIBLE.map((_, at) => `Plano (${at + 2}).pdf`).sort());
  });

  it.each([
    ['library', 'groupCreate', {}, '409 library_taken'],
    ['label', 'labelCreate', {}, '409 label_taken'],
    ['department', 'departmentCreate', {}, '409 department_taken'],
    ['calendar', 'calendarCreate', {}, '409 calendar_taken'],
    ['search', 'savedSearchCreate', { query: 'text=acta' }, '409 search_taken'],
    ['document type', 'typeCreate', { code: 'AUTO' }, '409 type_taken'],
    ['template', 'templateCreate', { file: 'docx' }, '409 template_taken'],
  ] as const)('are one name of a %s', async (_, endpoint, rest, refusal) => {
    const data = (await docxFile(['Acta'])).toString('base64');
    const more = 'file' in rest ? { file: { name: 'acta.docx', data } } : rest;
    let made = 0;
    const create = (name: string) => {
      made += 1;
      const code = 'code' in rest ? { code: `T-${made}` } : {};
      return admin.call(endpoint, { body: { name, ...more, ...code } as never });
    };
    for (const [name, twin] of TWINS) {
      const first = await create(name);
      expect([first.status, (first.body as { name?: string }).name]).toEqual([201, name]);
      expect(said((await create(twin)) as never)).toBe(refusal);
    }
    // What is seen stays as it was written.
    expect((await create(`Familia ${FAMILY}`)).body).toMatchObject({ name: `Familia ${FAMILY}` });
  });

  it('are told apart in an organization that has them already', async () => {
    const { db } = server().running.services.deps;
    const file = { name: 'Informe.pdf', type: 'application/pdf' };
    const plain = await makeDocument(server(), admin, library, { file, title: 'El primero' });
    const second = await makeDocument(server(), admin, library, {
      file: { ...file, name: 'Informe x.pdf' },
      title: `El segundo ${FAMILY}`,
    });
    const ids = [
      await folder('Cartas'),
      await folder('Cartas x'),
      await folder('Cartas y'),
      await folder('Sola'),
    ];
    const group = await admin.ok('groupCreate', { body: { name: 'Norte' } });
    const twin = await admin.ok('groupCreate', { body: { name: 'Norte x' } });
    /** As it was written when keys were names in lower case. */
    const renameAsBefore = async (id: string, name: string) => {
      const key = name.toLowerCase();
      await sql`update folders set name = ${name}, name_key = ${key} where id = ${id}`.execute(db);
      await sql`update record_faces set name = ${name}, disk_name = ${name}, disk_key = ${key} where record_id = ${id}`.execute(
        db,
      );
      await sql`update places set key = ${key} where node_id = ${id}`.execute(db);
      await sql`update groups set name = ${name}, name_key = ${key} where id = ${id}`.execute(db);
    };
    await renameAsBefore(ids[1] ?? '', 'Cartas\u034f');
    await renameAsBefore(ids[2] ?? '', 'Cartas\ufe0f');
    await renameAsBefore(ids[3] ?? '', 'So\u034fla');
    await renameAsBefore(second.record, 'Informe\u200d.pdf');
    await renameAsBefore(twin._id, 'Norte\u180e');
    const before = await admin.ok('changes', { query: { group: library.id } });

    await db.transaction().execute((trx) => up(trx as never));

    expect((await names()).filter((name) => /Carta|So/u.test(name)).sort()).toEqual(
      ['Cartas', 'Cartas\ufe0f (3)', 'Cartas\u034f (2)', 'So\u034fla'].sort(),
    );
    const shown = async (id: string) => {
      const { title, name, diskName } = await admin.ok('recordById', { params: { id } });
      return { title, name, diskName };
    };
    expect(await shown(plain.record)).toMatchObject({ diskName: 'Informe.pdf' });
    expect(await shown(second.record)).toEqual({
      title: `El segundo ${FAMILY}`,
      name: 'Informe\u200d.pdf',
      diskName: 'Informe\u200d (2).pdf',
    });
    // Desktops hear of each new name, and of nothing else.
    const heard = await admin.ok('changes', { query: { group: library.id, since: before.cursor } });
    expect(
      heard.rows
        .map((row) => (row as { id?: string; _id?: string }).id ?? (row as { _id?: string })._id)
        .sort(),
    ).toEqual([ids[1], ids[2], second.record].sort());
    // The new keys hold: the names are taken, also that of the one that had no twin.
    for (const name of ['Cartas', 'cartas (2)', 'cartas (3)', 'SOLA', 'informe (2).pdf'])
      expect(said(await admin.call('folderCreate', { body: { group: library.id, name } }))).toBe(
        '409 name_taken',
      );
    // Libraries stay until somebody renames them.
    const kept = await admin.ok('groups');
    expect(kept.map(({ name }) => name)).toEqual(expect.arrayContaining([group.name, 'Norte\u180e']));
    await db.transaction().execute((trx) => up(trx as never));
    expect(await names()).toContain('Cartas\u034f (2)');
  });

  it.each([
    ['an empty Braille cell', 'Planos', '\u2800', 'planos\u2800del sur'],
    // As it was written when keys had no fillers.
    ['a Hangul filler', 'Cortes', '\u3164', 'cortesdel sur'],
    ['what stands for an object', 'Vistas', ' \ufffc', 'vistas \ufffcdel sur'],
  ])('with %s are told apart in an organization that has them already', async (_, word, space, key) => {
    const { db } = server().running.services.deps;
    const [, second] = [await folder(`${word} del sur`), await folder(`${word} x`)];
    const name = `${word}${space}del sur`;
    await sql`update folders set name = ${name}, name_key = ${key} where id = ${second}`.execute(db);
    await sql`update places set key = ${key} where node_id = ${second}`.execute(db);
    await db.transaction().execute((trx) => upBraille(trx as never));
    expect((await names()).filter((each) => each.startsWith(word))).toEqual([
      `${word} del sur`,
      `${name} (2)`,
    ]);
    for (const taken of [name, `${word} del sur (2)`])
      expect(said(await admin.call('folderCreate', { body: { group: library.id, name: taken } }))).toBe(
        '409 name_taken',
      );
  });
});
