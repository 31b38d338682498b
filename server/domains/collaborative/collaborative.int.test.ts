import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import type { collaborativeCreate } from '#shared/collaborative/collaborative.schemas.ts';
import { createExtractor } from '../../platform/text/extract/extractor.ts';
import type { TestLibrary, TestPerson } from '../../testing/factories.ts';
import { docxFile, wordFile, wordParagraph } from '../../testing/files.ts';
import { zipBombs } from '../../testing/hostile-office.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';
import { said } from '../../testing/race-fixture.ts';
import { behindLock } from '../../testing/races.ts';

type Body = z.input<typeof collaborativeCreate>;
const base64 = (file: Buffer): string => file.toString('base64');

describe.each(['pglite', 'postgres'] as const)('a document that people write together, on %s', (engine) => {
  const server = useTestServer({ engine, config: { fileTexts: true } });
  let library: TestLibrary;
  let people: Record<'ana' | 'luis' | 'reviewer' | 'reader' | 'stranger' | 'admin', TestPerson>;
  let as: Record<keyof typeof people, TestClient>;
  let folder: string;
  let label: string;

  beforeAll(async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    const elsewhere = await make.library(organization);
    const inIt = (...roles: ('upload' | 'review')[]) => ({ libraries: [[library, roles]] as const });
    people = {
      ana: await make.person(organization, { firstname: 'Ana', lastname: 'Rojas', ...inIt('upload') }),
      luis: await make.person(organization, {
        firstname: 'Luis',
        lastname: 'Soto',
        ...inIt('upload', 'review'),
      }),
      reviewer: await make.person(organization, inIt('review')),
      reader: await make.person(organization, { firstname: 'Lea', lastname: 'Lira', ...inIt() }),
      stranger: await make.person(organization, { libraries: [[elsewhere, ['upload']]] }),
      admin: await make.person(organization, { isAdmin: true, ...inIt('upload') }),
    };
    const entries = Object.entries(people).map(
      async ([name, person]) => [name, await signIn(person.email)] as const,
    );
    as = Object.fromEntries(await Promise.all(entries)) as typeof as;
    label = await make.label(organization);
    const made = await as.ana.ok('folderCreate', {
      body: { group: library.id, name: 'Actas', defaultLabels: [label] },
    });
    folder = made._id;
  });

  it('needs room like any other document', async () => {
    const { storage } = server().running.services.deps;
    const free = vi.spyOn(storage, 'freeBytes').mockResolvedValue(0);
    const before = await recordCount();
    expect(said(await as.ana.call('collaborativeCreate', { body: body({ folder }) }))).toBe(
      '507 storage_full',
    );
    expect(await recordCount()).toBe(before);
    free.mockRestore();
  });

  const body = (values: Partial<Body> = {}): Body => ({
    title: 'Acta de la faena norte',
    group: library.id,
    template: 'acta',
    authors: [],
    ...values,
  });
  const typesOf = async (client: TestClient, record: string): Promise<string[]> =>
    (await client.ok('notificationsPending'))
      .filter((each) => each.refId === record)
      .map((each) => each.type)
      .sort();
  const wordsOf = async (client: TestClient, version: string): Promise<string> => {
    const response = await client.fetch(`/docs/versions/${version}/content`);
    const extractor = createExtractor();
    const read = await extractor.extract(new Uint8Array(await response.arrayBuffer()), 'docx');
    await extractor.close();
    return 'pages' in read ? read.pages.map((page) => page.text).join('\n') : read.none;
  };
  const recordCount = async (): Promise<number> =>
    (
      await server()
        .database.db.selectFrom('records')
        .select('id')
        .where('group_id', '=', library.id)
        .execute()
    ).length;

  it('is made whole: a draft with its version, its authors, its labels and its words', async () => {
    const { record, version } = await as.ana.ok('collaborativeCreate', {
      body: body({ folder, authors: [people.luis.id], code: 'AC-7' }),
    });
    expect(record).toMatchObject({
      title: 'Acta de la faena norte',
      name: 'Acta de la faena norte.docx',
      state: 0,
      face: 'working',
      code: 'AC-7',
      folder: { _id: folder },
      labels: [{ _id: label }],
      currentVersion: { number: 1 },
      publishedVersion: null,
    });
    expect(record.authors.map(({ user }) => user.firstname)).toEqual(['Ana', 'Luis']);
    expect(version).toMatchObject({ status: 'ready', number: 1, origin: 'collab', current: true });
    expect(version.size).toBeGreaterThan(5000);
    const words = await wordsOf(as.luis, version._id);
    expect(words).toContain('Acta de la faena norte');
    expect(words).toContain('Ana Rojas y Luis Soto');
    expect(words).not.toContain('{{');
    // Found by a word that stands in the file alone.
    await expect
      .poll(
        async () =>
          (await as.luis.ok('recordSearch', { query: { text: 'asistentes', state: '0' } })).items.map(
            ({ _id }) => _id,
          ),
        { timeout: 20_000 },
      )
      .toContain(record._id);
    // A new version on it is one like any other.
    const next = await as.luis.ok('versionCreate', {
      body: { record: record._id, base: version._id, file: { name: 'acta.docx' } },
    });
    expect(next.version.status).toBe('pending');
  });

  it('tells each author once, and once each who reviews there; never who made it', async () => {
    const { record } = await as.ana.ok('collaborativeCreate', {
      body: body({ authors: [people.luis.id, people.luis.id, people.ana.id] }),
    });
    expect(await typesOf(as.luis, record._id)).toEqual(['RECORD.COLLABORATION']);
    expect(await typesOf(as.reviewer, record._id)).toEqual(['RECORD.CREATED']);
    expect(await typesOf(as.ana, record._id)).toEqual([]);
    expect(await typesOf(as.reader, record._id)).toEqual([]);
    // One mail, by the one way that mails go.
    const mailed = async (): Promise<string[]> =>
      (await mailsOf(server(), people.luis.email)).map(({ raw }) => readable(raw));
    await expect
      .poll(async () => (await mailed()).filter((text) => text.includes(record._id)).length)
      .toBe(1);
    expect((await mailed()).join('\n')).toContain('te invitó a escribir');
  });

  it('is one however often the call is repeated, also at the same moment', async () => {
    const before = await recordCount();
    const marks = { 'idempotency-key': `juntos-${engine}-1` };
    const call = () =>
      as.ana.call('collaborativeCreate', { body: body({ authors: [people.luis.id] }) }, marks);
    const [one, two] = await Promise.all([call(), call()]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body.record._id).toBe(one.body.record._id);
    expect((await call()).body.record._id).toBe(one.body.record._id);
    expect(await recordCount()).toBe(before + 1);
    expect(await typesOf(as.luis, one.body.record._id)).toEqual(['RECORD.COLLABORATION']);
    const other = await as.ana.call('collaborativeCreate', { body: body({ title: 'Otra acta' }) }, marks);
    expect(said(other)).toBe('422 idempotency_mismatch');
  });

  it('is refused whole where somebody may not, with the reason at its field', async () => {
    const before = await recordCount();
    const call = (client: TestClient, values: Partial<Body> = {}) =>
      client.call('collaborativeCreate', { body: body(values) });
    expect(said(await call(as.reader))).toBe('403 forbidden');
    expect(said(await call(as.stranger))).toBe('404 not_found');
    expect(said(await call(as.ana, { authors: [people.stranger.id] }))).toBe('422 author_not_member');
    const reader = await call(as.ana, { authors: [people.reader.id] });
    expect(reader.body.error?.details).toEqual({
      authors: 'En esta biblioteca no pueden escribir: Lea Lira.',
    });
    const gone = await call(as.ana, { template: '01a2b3c4-0000-7000-8000-000000000000' });
    expect(gone.body.error?.details).toEqual({ template: 'Esa plantilla ya no existe. Elige otra.' });
    expect(said(await call(as.ana, { folder: '01a2b3c4-0000-7000-8000-000000000000' }))).toBe('400 invalid');
    expect(said(await call(as.ana, { title: 'Acta' }))).toBe('400 invalid');
    await call(as.ana, { code: 'UNO' });
    expect(said(await call(as.ana, { code: 'UNO' }))).toBe('409 code_taken');
    expect(await recordCount()).toBe(before + 1);
  });

  it('has the words of its title, whatever they look like', async () => {
    const title = 'Fecha {{fecha}} <b>&amp;</b> /CON: "x"';
    const { record, version } = await as.ana.ok('collaborativeCreate', {
      body: body({ title, template: 'blank' }),
    });
    expect(record.title).toBe(title);
    expect(record.name).toMatch(/\.docx$/);
    expect(record.name).not.toMatch(/[\\/<>:"]/);
    expect(await wordsOf(as.ana, version._id)).toContain(title);
  });

  describe('templates of the organization', () => {
    const own = wordFile(wordParagraph('Obra {{cli', 'ente}} de {{orga', 'nización}}: {{título}}'));
    const file = (bytes: Buffer, name = 'plantilla.docx') => ({ name, data: base64(bytes) });

    it('are added by admins, used by everybody, replaced and removed', async () => {
      const made = await as.admin.ok('templateCreate', {
        body: { name: 'Acta de obra', file: file(own) },
      });
      expect(made).toMatchObject({ variables: ['organización', 'título'], unknown: ['cliente'], rev: 0 });
      expect(said(await as.ana.call('templateCreate', { body: { name: 'Mía', file: file(own) } }))).toBe(
        '403 forbidden',
      );
      expect((await as.reader.ok('templates')).map(({ name }) => name)).toContain('Acta de obra');
      const { version } = await as.ana.ok('collaborativeCreate', { body: body({ template: made._id }) });
      expect(await wordsOf(as.ana, version._id)).toMatch(
        /^Obra \{\{cliente\}\} de .+: Acta de la faena norte$/,
      );

      const params = { id: made._id };
      const next = await as.admin.ok('templateUpdate', {
        params,
        body: { rev: 0, name: 'Acta de faena', file: file(await docxFile(['Solo {{fecha}}'])) },
      });
      expect(next).toMatchObject({ name: 'Acta de faena', variables: ['fecha'], unknown: [], rev: 1 });
      const late = await as.admin.call('templateUpdate', { params, body: { rev: 0, name: 'Tarde' } });
      expect(said(late)).toBe('409 rev_changed');
      const taken = await as.admin.call('templateCreate', {
        body: { name: 'ACTA DE FAENA', file: file(own) },
      });
      expect(said(taken)).toBe('409 template_taken');
      const content = await as.ana.fetch(`/docs/templates/${made._id}/content`);
      expect(content.headers.get('content-disposition')).toContain('attachment');
      expect(
        Buffer.from(await content.arrayBuffer())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK');
      await as.admin.ok('templateDelete', { params });
      expect(said(await as.admin.call('templateDelete', { params }))).toBe('404 not_found');
      expect(said(await as.ana.call('collaborativeCreate', { body: body({ template: made._id }) }))).toBe(
        '400 invalid',
      );
      // What was made of it stays.
      expect(await wordsOf(as.ana, version._id)).toContain('Acta de la faena norte');
    });

    it.each<[string, () => { name: string; data: string }, string]>([
      ['no Word document by its name', () => file(own, 'macro.docm'), 'Elige un documento de Word (.docx).'],
      ['empty', () => file(Buffer.alloc(0)), 'El archivo está vacío.'],
      [
        'a bomb',
        () => file(zipBombs.oneEntry(12 * 1024 ** 2)),
        'El documento es demasiado grande para ser una plantilla.',
      ],
      [
        'nested deeper than any program writes',
        () => file(wordFile(`${'<w:p>'.repeat(1_100)}${'</w:p>'.repeat(1_100)}`)),
        'El archivo está dañado y no se puede abrir.',
      ],
      [
        'behind a password',
        () => file(Buffer.from('d0cf11e0a1b11ae1', 'hex')),
        'El documento está protegido con contraseña. Quítasela y vuelve a cargarlo.',
      ],
      [
        'with macros',
        () => file(wordFile('', { 'word/vbaProject.bin': 'x' })),
        'El documento contiene macros. Guárdalo como documento de Word sin macros (.docx).',
      ],
    ])(
      'a file that is %s is refused at its field, and nothing of it is kept',
      async (_what, bad, sentence) => {
        const before = await as.admin.ok('templates');
        const refused = await as.admin.call('templateCreate', { body: { name: 'Mala', file: bad() } });
        expect(refused.status).toBe(400);
        expect(refused.body.error?.details).toEqual({ file: sentence });
        expect(await as.admin.ok('templates')).toEqual(before);
      },
    );

    it('keep their content from being collected while they name it', async () => {
      const made = await as.admin.ok('templateCreate', {
        body: { name: 'Se queda', file: file(await docxFile(['Nada que llenar'])) },
      });
      const { db } = server().database;
      const row = await db
        .selectFrom('document_templates')
        .select('sha256')
        .where('id', '=', made._id)
        .executeTakeFirstOrThrow();
      const { findUnnamed, findUnnamedRows } = await import('../../platform/storage/blobs.queries.ts');
      const later = new Date(Date.now() + 1000);
      expect(await findUnnamed(db, [row.sha256])).toEqual([]);
      expect(await findUnnamedRows(db, row.sha256, later, 10)).toEqual([]);
      await as.admin.ok('templateDelete', { params: { id: made._id } });
      expect(await findUnnamed(db, [row.sha256])).toEqual([row.sha256]);
      expect(await findUnnamedRows(db, row.sha256, later, 10)).toEqual([row.sha256]);
    });
  });

  // One connection shows no race.
  if (engine === 'pglite') return;
  describe('at the same moment', () => {
    it('who was sent away while the call waited is no author of it, and nothing is made', async () => {
      const { make } = server();
      const eva = await make.person(
        { id: people.ana.organization, name: '' },
        { libraries: [[library, ['upload']]] },
      );
      const before = await recordCount();
      const answers = await behindLock(server(), { library: library.id }, async ({ join }) => [
        await join(() => as.admin.call('memberDelete', { params: { id: library.id, user: eva.id } })),
        await join(() => as.ana.call('collaborativeCreate', { body: body({ authors: [eva.id] }) })),
      ]);
      const [left, made] = await Promise.all(answers.map((answer) => answer()));
      expect(left?.status).toBe(200);
      expect(made && said(made)).toBe('422 author_not_member');
      expect(await recordCount()).toBe(before);
    });

    it('two templates of one name: one is added; two changes of one template: one wins', async () => {
      const held = { organization: people.ana.organization };
      const bytes = await docxFile(['Texto']);
      const add = () =>
        as.admin.call('templateCreate', {
          body: { name: 'La misma', file: { name: 'a.docx', data: base64(bytes) } },
        });
      const added = await behindLock(server(), held, async ({ join }) => [await join(add), await join(add)]);
      const answers = await Promise.all(added.map((answer) => answer()));
      expect(answers.map(said)).toEqual(['201', '409 template_taken']);
      const id = answers[0]?.body._id ?? '';
      const rename = (name: string) => () =>
        as.admin.call('templateUpdate', { params: { id }, body: { rev: 0, name } });
      const changed = await behindLock(server(), held, async ({ join }) => [
        await join(rename('Una')),
        await join(rename('Otra')),
      ]);
      const changes = await Promise.all(changed.map((answer) => answer()));
      expect(changes.map(said)).toEqual(['200', '409 rev_changed']);
    });
  });
});
