import { beforeEach, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import type { Followable } from '#shared/notifications/follows.schemas.ts';
import { FOLLOWS_MAX } from '#shared/platform/limits.ts';
import { company, lead } from '../../../testing/companies/company.ts';
import { addVersion, makeDocument } from '../../../testing/documents.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';
import { said } from '../../../testing/races/race-fixture.ts';
import { oneAfterTheOther } from '../../../testing/races/races.ts';
import { testEngines } from '../../../testing/test-database.ts';

describe.each(testEngines)('what people follow on %s', (engine) => {
  const server = useTestServer({ engine });
  let world: Awaited<ReturnType<typeof company>>;
  beforeEach(async () => {
    world = await company(server());
  });

  const follow = (client: TestClient, what: Followable, id: string) =>
    client.call('follow', { params: { what, id } });
  const unfollow = (client: TestClient, what: Followable, id: string) =>
    client.ok('unfollow', { params: { what, id } });
  const followed = async (client: TestClient) =>
    (await client.ok('follows')).map(({ what, name }) => `${what} ${name}`);
  /** What somebody is told of a document, the oldest first. */
  const told = async (client: TestClient, record: string) =>
    (await client.ok('notificationsPending'))
      .filter(({ refId }) => refId === record)
      .map(({ type }) => type)
      .reverse();
  const folderIn = async (parent: string | null, name: string) =>
    (await world.as.author.ok('folderCreate', { body: { group: world.library.id, parent, name } }))._id;
  const document = (values: Parameters<typeof makeDocument>[3] = {}) =>
    makeDocument(server(), world.as.author, world.library, values);

  it('is a document: its versions, decisions and comments are told, until it is followed no more', async () => {
    const { as } = world;
    const { record, version } = await document();
    expect(await told(as.other, record)).toEqual(['RECORD.CREATED']);
    await as.other.ok('notificationDismiss', { body: { refId: record, refModel: 'Record' } });
    expect((await follow(as.other, 'record', record)).status).toBe(200);

    const second = await addVersion(server(), as.author, record, version._id);
    await lead(as, record, STATE.approved);
    const body = { record, version: second._id, text: '¿Y la página 3?', anchor: null, parent: null };
    await as.author.ok('commentCreate', { body: { ...body, mentions: [] } });
    const all = ['RECORD.VERSION', 'RECORD.REVIEWED', 'RECORD.COMMENTED'];
    expect(await told(as.other, record)).toEqual(all);
    // Nobody is told of what they do themselves.
    expect(await told(as.reviewer, record)).not.toContain('RECORD.REVIEWED');

    await unfollow(as.other, 'record', record);
    await addVersion(server(), as.author, record, second._id);
    expect(await told(as.other, record)).toEqual(all);
  });

  it('is a folder with those below it, or a library: new documents are told too', async () => {
    const { as } = world;
    const outer = await folderIn(null, 'Obras');
    const inner = await folderIn(outer, 'Puente');
    await follow(as.publisher, 'folder', outer);
    await follow(as.other, 'group', world.library.id);
    const { record: deep } = await document({ folder: inner });
    const { record: beside } = await document();
    expect(await told(as.publisher, deep)).toEqual(['RECORD.CREATED']);
    expect(await told(as.publisher, beside)).toEqual([]);
    // Who holds review is told of it anyway, and not twice.
    expect(await told(as.other, beside)).toEqual(['RECORD.CREATED']);
    expect((await follow(as.publisher, 'group', world.library.id)).status).toBe(200);
    const { record: third } = await document();
    expect(await told(as.publisher, third)).toEqual(['RECORD.CREATED']);
    expect(await followed(as.publisher)).toEqual([`group ${world.library.name}`, 'folder Obras']);
    // Two ways that lead to one document are one notification.
    const { record: fourth } = await document({ folder: inner });
    expect(await told(as.publisher, fourth)).toEqual(['RECORD.CREATED']);
  });

  it('tells whoever is asked by name of the request alone', async () => {
    const { as, people } = world;
    const { record, version } = await document();
    await as.other.ok('notificationDismiss', { body: { refId: record, refModel: 'Record' } });
    await follow(as.other, 'record', record);
    await follow(as.publisher, 'record', record);
    await as.author.ok('reviewRequest', {
      body: { record, version: version._id, to: [people.other.id], message: '' },
    });
    expect(await told(as.other, record)).toEqual(['RECORD.REVIEW.REQUEST']);
    expect(await told(as.publisher, record)).toEqual(['RECORD.REVIEWED']);
  });

  it('tells readers of what is published alone, and not what its decision says', async () => {
    const { as } = world;
    await follow(as.reader, 'group', world.library.id);
    const { record } = await document();
    await lead(as, record, STATE.approved);
    expect(await told(as.reader, record)).toEqual([]);
    const { rev, currentVersion } = await as.author.ok('recordById', { params: { id: record } });
    const comment = 'Costó, pero salió';
    const body = { record, version: currentVersion?._id ?? '', state: STATE.published, rev, comment };
    await follow(as.other, 'record', record);
    await as.publisher.ok('reviewCreate', { body });
    const said = async (client: TestClient) =>
      (await client.ok('notificationsPending'))
        .filter(({ type, refId }) => type === 'RECORD.REVIEWED' && refId === record)
        .map((each) => each.comment);
    expect(await said(as.reader)).toEqual(['']);
    expect(await said(as.other)).toEqual([comment]);
    // A draft on top of it is nobody's who reads.
    await addVersion(server(), as.author, record, body.version);
    expect(await told(as.reader, record)).toEqual(['RECORD.REVIEWED']);
  });

  it('is only what one sees, and is not listed nor told of once one does not', async () => {
    const { as, people, library } = world;
    const { record, version } = await document();
    const folder = await folderIn(null, 'Obras');
    expect((await follow(as.reader, 'record', record)).status).toBe(404);
    const stranger = await server().signIn(
      (await server().make.person(await server().make.organization())).email,
    );
    for (const [what, id] of [
      ['record', record],
      ['folder', folder],
      ['group', library.id],
    ] as const)
      expect((await follow(stranger, what, id)).status, what).toBe(404);

    for (const [what, id] of [
      ['record', record],
      ['folder', folder],
      ['group', library.id],
    ] as const)
      expect((await follow(as.other, what, id)).status, what).toBe(200);
    expect(await followed(as.other)).toHaveLength(3);
    const admin = await server().signIn(
      (await server().make.person(world.organization, { isAdmin: true })).email,
    );
    await admin.ok('memberDelete', { params: { id: library.id, user: people.other.id } });
    expect(await followed(as.other)).toEqual([]);
    const before = await told(as.other, record);
    await addVersion(server(), as.author, record, version._id);
    expect(await told(as.other, record)).toEqual(before);
    // It may be left all the same.
    await unfollow(as.other, 'group', library.id);
  });

  it('goes with what was deleted', async () => {
    const { as, people } = world;
    const folder = await folderIn(null, 'Obras');
    await follow(as.other, 'folder', folder);
    const { record } = await document();
    await follow(as.other, 'record', record);
    await as.author.ok('folderDelete', { params: { id: folder } });
    await as.author.ok('recordDelete', { params: { id: record } });
    expect(await followed(as.other)).toEqual([]);
    expect(
      await server()
        .database.db.selectFrom('follows')
        .select('record_id')
        .where('user_id', '=', people.other.id)
        .execute(),
    ).toEqual([{ record_id: record }]);
  });

  it(`are ${FOLLOWS_MAX} at most`, async () => {
    const { as, library, organization, people } = world;
    const folders = [];
    for (let n = 0; n <= FOLLOWS_MAX; n += 1) folders.push(await folderIn(null, `Carpeta ${n}`));
    const last = folders.pop() ?? '';
    const at = new Date();
    await server()
      .database.db.insertInto('follows')
      .values(
        folders.map((folder_id) => ({
          ...{ id: crypto.randomUUID(), organization: organization.id, user_id: people.other.id },
          ...{ folder_id, created_at: at },
        })),
      )
      .execute();
    expect(said(await follow(as.other, 'folder', last))).toBe('400 invalid');
    await unfollow(as.other, 'folder', folders[0] ?? '');
    expect((await follow(as.other, 'folder', last)).status).toBe(200);
    expect(said(await follow(as.other, 'group', library.id))).toBe('400 invalid');
  });

  // The embedded database has one connection, and so no race.
  if (engine === 'pglite') return;

  it('is followed once, however often it is asked for at once', async () => {
    const { as, people } = world;
    const { record } = await document();
    const twice = [1, 2].map(() => () => follow(as.other, 'record', record));
    const answers = await oneAfterTheOther(server(), { user: people.other.id }, twice);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await followed(as.other)).toHaveLength(1);
  });
});
