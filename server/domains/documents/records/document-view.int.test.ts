import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { addVersion, makeDocument } from '../../../testing/documents.ts';
import type { TestLibrary, TestPerson } from '../../../testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

// Files are read at a low priority, one after the other: a busy machine takes its time.
describe.each(testEngines)('the view of a document on %s', (engine) => {
  let server: TestServer;
  let library: TestLibrary;
  let other: TestLibrary;
  let author: TestPerson;
  let writer: TestClient;
  let colleague: TestClient;
  let reader: TestClient;

  beforeAll(async () => {
    server = await startTestServer({ engine, config: { fileTexts: true } });
    const { make } = server;
    const organization = await make.organization();
    library = await make.library(organization, 'Obras');
    other = await make.library(organization, 'Reservada');
    const roles = ['upload', 'review', 'publish'] as const;
    author = await make.person(organization, {
      firstname: 'Ana',
      lastname: 'Rojas',
      libraries: [
        [library, roles],
        [other, roles],
      ],
    });
    writer = await server.signIn(author.email);
    const sign = async (held: readonly ('upload' | 'review')[]) =>
      server.signIn((await make.person(organization, { libraries: [[library, held]] })).email);
    colleague = await sign(['upload']);
    reader = await sign([]);
  });
  afterAll(() => server?.stop());

  let record: string;
  let first: string;
  beforeEach(async () => {
    const made = await makeDocument(server, writer, library, {
      state: STATE.published,
      title: 'Acta de obra',
      file: { name: 'acta.txt', type: 'text/plain' },
      bytes: Buffer.from('La losa se hormigona el lunes.'),
    });
    record = made.record;
    first = made.version._id;
  });
  const get = (client: TestClient) => client.ok('recordById', { params: { id: record } });
  const activity = (client: TestClient, query = {}) =>
    client.ok('recordActivity', { params: { id: record }, query });

  it('refuses a day of expiry before the day from which it is valid, in one call or in two', async () => {
    const save = async (days: { validFrom?: string | null; expiresOn?: string | null }) =>
      writer.call('recordUpdate', {
        params: { id: record },
        body: { rev: (await get(writer)).rev, ...days },
      });
    const refused = (field: string) => ({
      status: 400,
      body: { error: { details: { [field]: 'No puede vencer antes del día desde el que es válido.' } } },
    });
    expect(await save({ validFrom: '2026-05-01', expiresOn: '2026-04-30' })).toMatchObject(
      refused('expiresOn'),
    );
    expect(await save({ validFrom: '2026-05-01', expiresOn: '2026-05-01' })).toMatchObject({ status: 200 });
    expect(await save({ expiresOn: '2026-04-30' })).toMatchObject(refused('expiresOn'));
    expect(await save({ validFrom: '2026-05-02' })).toMatchObject(refused('validFrom'));
    expect(await save({ expiresOn: null })).toMatchObject({ status: 200 });
    expect(await get(writer)).toMatchObject({ validFrom: '2026-05-01', published: { validFrom: null } });
  });

  it('has what is published beside what is being worked on, for who works on it', async () => {
    expect((await get(writer)).published).toBeNull();
    const { rev } = await get(writer);
    await writer.ok('recordUpdate', {
      params: { id: record },
      body: { rev, title: 'Acta corregida', expiresOn: '2027-01-31' },
    });
    expect(await get(colleague)).toMatchObject({
      title: 'Acta corregida',
      published: { title: 'Acta de obra', expiresOn: null },
    });
    expect(await get(reader)).toMatchObject({ title: 'Acta de obra', published: null });
    // The loser of a race is told what is current, with all its values.
    const late = await colleague.call('recordUpdate', {
      params: { id: record },
      body: { rev, title: 'Tarde' },
    });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ error: { details: { current: { title: 'Acta corregida' } } } });
  });

  it('gives the words of versions to who may read those versions', async () => {
    const text = (client: TestClient, id: string) => client.call('versionText', { params: { id } });
    await expect
      .poll(async () => ((await text(writer, first)).body as { status: string }).status)
      .toBe('ready');
    expect((await text(reader, first)).body).toMatchObject({
      number: 1,
      text: 'La losa se hormigona el lunes.',
      truncated: false,
    });
    const { _id: second } = await addVersion(server, writer, record, first, {
      file: { name: 'acta.txt', type: 'text/plain' },
      bytes: Buffer.from('La losa se hormigona el martes.'),
    });
    await expect
      .poll(async () => ((await text(colleague, second)).body as { text: string }).text)
      .toBe('La losa se hormigona el martes.');
    expect((await text(reader, second)).status).toBe(404);
    const picture = await makeDocument(server, writer, library, {
      file: { name: 'foto.png', type: 'image/png' },
    });
    await expect
      .poll(async () => (await text(writer, picture.version._id)).body)
      .toMatchObject({ status: 'none', reason: 'kind', text: '' });
  });

  it('tells who works on it everything that happened, and readers when it was published', async () => {
    const { rev } = await get(writer);
    await writer.ok('recordUpdate', { params: { id: record }, body: { rev, title: 'Acta corregida' } });
    await addVersion(server, writer, record, first);
    const all = (await activity(colleague)).items;
    expect(all.map((each) => each.kind)).toEqual([
      'version.confirm',
      'record.update',
      'version.confirm',
      'record.create',
    ]);
    expect(all[0]).toMatchObject({ version: 2, by: { firstname: 'Ana' } });
    expect(all[1]?.changes).toEqual([{ field: 'title', before: 'Acta de obra', after: 'Acta corregida' }]);
    const served = (await activity(reader)).items;
    expect(served.map(({ kind, state, version }) => [kind, state, version])).toEqual([
      ['version.confirm', STATE.published, 1],
    ]);
    // In pages, none twice and none left out.
    const start = await activity(colleague, { limit: '3' });
    const rest = await activity(colleague, { limit: '3', cursor: start.nextCursor ?? '' });
    expect([...start.items, ...rest.items]).toEqual(all);
    expect(rest.nextCursor).toBeNull();
    const wrong = await colleague.call('recordActivity', {
      params: { id: record },
      query: { cursor: 'nada' },
    });
    expect(wrong.status).toBe(400);

    for (const state of [STATE.approved, STATE.published]) {
      const now = await get(writer);
      const version = now.currentVersion?._id ?? '';
      await writer.ok('reviewCreate', { body: { record, version, state, comment: 'Al día', rev: now.rev } });
    }
    const told = (await activity(reader)).items;
    expect(told).toHaveLength(2);
    expect(told[0]).toMatchObject({
      kind: 'record.state',
      state: STATE.published,
      version: 2,
      comment: 'Al día',
    });
  });

  it('names no place that its reader does not know', async () => {
    const { rev } = await get(writer);
    await writer.ok('batchMove', { body: { items: [{ record, rev }], group: other.id, folder: null } });
    const { rev: next } = await get(writer);
    await writer.ok('batchMove', {
      body: { items: [{ record, rev: next }], group: library.id, folder: null },
    });
    const moves = (await activity(writer)).items.filter((each) => each.kind === 'record.move');
    expect(moves[0]?.changes).toEqual([{ field: 'place', before: 'Reservada', after: 'Obras' }]);
    const seen = (await activity(colleague)).items.filter((each) => each.kind === 'record.move');
    expect(seen[0]?.changes).toEqual([{ field: 'place', before: null, after: 'Obras' }]);
    expect(JSON.stringify(seen)).not.toContain('Reservada');
  });
});
