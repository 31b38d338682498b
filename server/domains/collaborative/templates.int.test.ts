import { beforeAll, describe, expect, it } from 'vitest';
import { createWordReader, createWriters, type Writers } from '../../testing/companies/writers.ts';
import { docxFile, wordFile, wordParagraph } from '../../testing/files/files.ts';
import { zipBombs } from '../../testing/files/hostile-office.ts';
import { useTestServer } from '../../testing/http.ts';
import { said } from '../../testing/races/race-fixture.ts';
import { behindLock } from '../../testing/races/races.ts';

const file = (bytes: Buffer, name = 'plantilla.docx') => ({ name, data: bytes.toString('base64') });

const wordsOf = createWordReader();

describe.each(['pglite', 'postgres'] as const)('templates of the organization, on %s', (engine) => {
  const server = useTestServer({ engine });
  let people: Writers['people'];
  let as: Writers['as'];
  let body: Writers['body'];
  beforeAll(async () => {
    ({ people, as, body } = await createWriters(server()));
  });

  const own = wordFile(wordParagraph('Obra {{cli', 'ente}} de {{orga', 'nización}}: {{título}}'));

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
  ])('a file that is %s is refused at its field, and nothing of it is kept', async (_what, bad, sentence) => {
    const before = await as.admin.ok('templates');
    const refused = await as.admin.call('templateCreate', { body: { name: 'Mala', file: bad() } });
    expect(refused.status).toBe(400);
    expect(refused.body.error?.details).toEqual({ file: sentence });
    expect(await as.admin.ok('templates')).toEqual(before);
  });

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

  // One connection shows no race.
  if (engine === 'pglite') return;
  it('two templates of one name: one is added; two changes of one template: one wins', async () => {
    const held = { organization: people.ana.organization };
    const bytes = await docxFile(['Texto']);
    const add = () =>
      as.admin.call('templateCreate', {
        body: { name: 'La misma', file: file(bytes, 'a.docx') },
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
