import { beforeEach, describe, expect, it } from 'vitest';
import { BIN_DAYS, BIN_UNDO_SECONDS } from '#shared/platform/limits.ts';
import { makeDocument, sha256Of } from '../../testing/documents.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

const DAY = 86_400;

describe.each(testEngines)('the bin on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let people: { author: TestPerson; reader: TestPerson; admin: TestPerson };
  let author: TestClient;
  let reader: TestClient;
  let admin: TestClient;

  const signIn = async () => {
    author = await server().signIn(people.author.email);
    reader = await server().signIn(people.reader.email);
    admin = await server().signIn(people.admin.email);
  };
  beforeEach(async () => {
    const { make } = server();
    organization = await make.organization();
    library = await make.library(organization);
    people = {
      author: await make.person(organization, { libraries: [[library, ['upload', 'review', 'publish']]] }),
      reader: await make.person(organization, { libraries: [[library, []]] }),
      admin: await make.person(organization, { isAdmin: true }),
    };
    await signIn();
  });

  const folder = async (name: string) =>
    (await author.ok('folderCreate', { body: { group: library.id, name } }))._id;
  const remove = (record: string) => author.ok('recordDelete', { params: { id: record } });
  const items = async () => (await admin.ok('bin')).items;
  const restore = (client: TestClient, record: string) => client.call('binRestore', { body: { record } });
  const purge = (record: string) => admin.call('binPurge', { params: { id: record } });
  const sweep = () => {
    const { services } = server().running;
    return services.bin.purgeExpired(services.deps.now());
  };

  it('brings a document back with its history, to its folder, under a name that is free', async () => {
    const place = await folder('Actas');
    const { record, version, bytes } = await makeDocument(server(), author, library, {
      folder: place,
      state: 3,
    });
    const before = await reader.ok('changes', { query: { group: library.id } });
    await remove(record);
    expect((await reader.call('recordById', { params: { id: record } })).status).toBe(404);
    expect(await items()).toMatchObject([
      {
        _id: record,
        group: { _id: library.id },
        folder: { _id: place },
        deletedBy: { _id: people.author.id },
      },
    ]);
    // Its name is taken meanwhile.
    const other = await makeDocument(server(), author, library, { folder: place });

    expect((await restore(admin, record)).body).toEqual({ record, group: library.id, folder: place });
    expect(await items()).toEqual([]);
    const again = await reader.ok('recordById', { params: { id: record } });
    expect(again).toMatchObject({ folder: { _id: place }, state: 3 });
    const content = await reader.fetch(`/docs/versions/${version._id}/content`);
    expect(sha256Of(Buffer.from(await content.arrayBuffer()))).toBe(sha256Of(bytes));
    expect(await author.ok('versionsByRecord', { params: { id: record } })).toHaveLength(1);
    const names = (await author.ok('changes', { query: { group: library.id } })).rows.flatMap((row) =>
      row.kind === 'record' ? [[row.id, row.diskName]] : [],
    );
    expect(Object.fromEntries(names)).toEqual({ [record]: 'prueba (2).pdf', [other.record]: 'prueba.pdf' });
    // A desktop that had it hears of it again.
    const heard = await reader.ok('changes', { query: { group: library.id, since: before.cursor } });
    expect(heard.rows).toMatchObject([{ kind: 'record', id: record }]);
    expect((await restore(admin, record)).status).toBe(404);
  });

  it('brings it to the root of the library where its folder is gone', async () => {
    const place = await folder('Efímera');
    const { record } = await makeDocument(server(), author, library, { folder: place });
    await remove(record);
    await author.ok('folderDelete', { params: { id: place } });
    expect((await restore(admin, record)).body).toMatchObject({ folder: null });
    expect((await author.ok('recordById', { params: { id: record } })).folder).toBeNull();
  });

  it('is an admin’s, but who deleted something may take that back at once', async () => {
    const { record } = await makeDocument(server(), author, library, { state: 3 });
    await remove(record);
    expect((await author.call('bin')).status).toBe(403);
    expect((await author.call('binPurge', { params: { id: record } })).status).toBe(403);
    expect((await restore(reader, record)).status).toBe(404);
    expect((await restore(author, record)).status).toBe(200);
    await remove(record);
    server().advance(BIN_UNDO_SECONDS + 1);
    expect((await restore(author, record)).status).toBe(404);
    expect((await restore(admin, record)).status).toBe(200);
  });

  it('names nothing that was closed to the admin', async () => {
    const { record } = await makeDocument(server(), author, library, {
      title: 'Remuneraciones',
      scope: 'confidential',
    });
    const open = await makeDocument(server(), author, library, { title: 'Organigrama' });
    await remove(record);
    await remove(open.record);
    const found = await admin.ok('bin');
    expect(found.items.map((each) => each.title)).toEqual(['Organigrama', null]);
    expect(JSON.stringify(found)).not.toContain('Remuneraciones');
    const first = await admin.ok('bin', { query: { limit: '1' } });
    expect(first.items.map((each) => each._id)).toEqual([open.record]);
    const rest = await admin.ok('bin', { query: { limit: '1', cursor: first.nextCursor ?? '' } });
    expect([rest.items.map((each) => each._id), rest.nextCursor]).toEqual([[record], null]);
  });

  it('deletes for good, with every row, and keeps the audit trail', async () => {
    const { record } = await makeDocument(server(), author, library, { state: 3 });
    expect((await purge(record)).status).toBe(404);
    await remove(record);
    expect((await purge(record)).status).toBe(200);
    const { db } = server().database;
    for (const table of ['versions', 'record_faces', 'reviews', 'record_authors', 'notifications'] as const) {
      expect(
        await db.selectFrom(table).select('record_id').where('record_id', '=', record).execute(),
      ).toEqual([]);
    }
    const actions = db.selectFrom('audit_events').select('action').where('target_id', '=', record);
    expect((await actions.execute()).map((row) => row.action)).toContain('record.purge');
    expect((await restore(admin, record)).status).toBe(404);
    expect(await items()).toEqual([]);
  });

  it('empties itself after its days, exactly once, and never while a retention runs', async () => {
    const documentType = await server().make.documentType(organization);
    const { db } = server().database;
    await db
      .updateTable('document_types')
      .set({ retention: 'period', retention_months: 60 })
      .where('id', '=', documentType)
      .execute();
    const [gone, kept, back] = [
      await makeDocument(server(), author, library),
      await makeDocument(server(), author, library, { documentType }),
      await makeDocument(server(), author, library),
    ];
    for (const each of [gone, kept, back]) await remove(each.record);
    const held = (await items()).find((each) => each._id === kept.record);
    expect(Date.parse(held?.retainedUntil ?? '')).toBeGreaterThan(Date.now() + 4 * 365 * DAY * 1000);
    const refused = await purge(kept.record);
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'retained']);

    server().advance((BIN_DAYS - 1) * DAY);
    await sweep();
    await signIn();
    expect(await items()).toHaveLength(3);
    await restore(admin, back.record);
    server().advance(2 * DAY);
    await signIn();
    // Two servers at once: each document goes once.
    await Promise.all([sweep(), sweep()]);
    expect((await items()).map((each) => each._id)).toEqual([kept.record]);
    const purges = await db
      .selectFrom('audit_events')
      .select(['target_id', 'actor'])
      .where('action', '=', 'record.purge')
      .where('organization', '=', organization.id)
      .execute();
    expect(purges).toEqual([{ target_id: gone.record, actor: null }]);
    expect((await author.call('recordById', { params: { id: back.record } })).status).toBe(200);
  });
});
