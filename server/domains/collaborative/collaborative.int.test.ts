import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type CollaborativeBody,
  createWordReader,
  createWriters,
  type Writers,
} from '../../testing/companies/writers.ts';
import type { TestLibrary } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';
import { said } from '../../testing/races/race-fixture.ts';
import { behindLock } from '../../testing/races/races.ts';

const wordsOf = createWordReader();

describe.each(['pglite', 'postgres'] as const)('a document that people write together, on %s', (engine) => {
  const server = useTestServer({ engine, config: { fileTexts: true } });
  let library: TestLibrary;
  let people: Writers['people'];
  let as: Writers['as'];
  let folder: string;
  let label: string;
  let body: Writers['body'];

  beforeAll(async () => {
    ({ library, people, as, body } = await createWriters(server()));
    label = await server().make.label({ id: library.organization, name: '' });
    const made = await as.ana.ok('folderCreate', {
      body: { group: library.id, name: 'Actas', defaultLabels: [label] },
    });
    folder = made._id;
  });

  const typesOf = async (client: TestClient, record: string): Promise<string[]> =>
    (await client.ok('notificationsPending'))
      .filter((each) => each.refId === record)
      .map((each) => each.type)
      .sort();
  const recordCount = async (): Promise<number> =>
    (
      await server()
        .database.db.selectFrom('records')
        .select('id')
        .where('group_id', '=', library.id)
        .execute()
    ).length;

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
      .poll(async () =>
        (await as.luis.ok('recordSearch', { query: { text: 'asistentes', state: '0' } })).items.map(
          ({ _id }) => _id,
        ),
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
    const call = (client: TestClient, values: Partial<CollaborativeBody> = {}) =>
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

  // One connection shows no race.
  if (engine === 'pglite') return;
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
});
