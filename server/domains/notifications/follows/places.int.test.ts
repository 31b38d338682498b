import { beforeEach, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { company, lead } from '../../../testing/companies/company.ts';
import { makeDocument } from '../../../testing/documents.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';
import { mailsOf, readable } from '../../../testing/mail.ts';

const OF_PLACE = ['RECORD.MOVED', 'RECORD.DELETED'];

describe.each(['pglite', 'postgres'] as const)('the place of what people follow, on %s', (engine) => {
  const server = useTestServer({ engine });
  let world: Awaited<ReturnType<typeof company>>;
  let admin: TestClient;
  beforeEach(async () => {
    world = await company(server());
    const boss = await server().make.person(world.organization, {
      isAdmin: true,
      libraries: [[world.library, []]],
    });
    admin = await server().signIn(boss.email);
  });

  const document = async (title = 'Plan de izaje') =>
    (await makeDocument(server(), world.as.author, world.library, { title })).record;
  const folderNamed = async (name: string, parent: string | null = null) =>
    (await world.as.author.ok('folderCreate', { body: { group: world.library.id, parent, name } }))._id;
  const follow = (client: TestClient, id: string, what: 'record' | 'folder' | 'group' = 'record') =>
    client.ok('follow', { params: { what, id } });
  const move = async (
    client: TestClient,
    records: readonly string[],
    folder: string | null,
    group?: string,
  ) => {
    const items = records.map((record) => ({ record }));
    const body = { items, group: group ?? world.library.id, folder };
    const { results } = await client.ok('batchMove', { body });
    expect(results.map(({ ok }) => ok)).toEqual(records.map(() => true));
  };
  /** What somebody is told of places, the newest first. */
  const told = async (client: TestClient) =>
    (await client.ok('notificationsPending'))
      .filter(({ type }) => OF_PLACE.includes(type))
      .map(({ type, comment, ref }) => [type, ref.title, comment]);

  it('is told when a document is moved, to who follows it and not to who follows where it lies', async () => {
    const { as, library } = world;
    const outer = await folderNamed('Obras');
    const inner = await folderNamed('Puente', outer);
    const record = await document();
    for (const client of [as.other, as.author]) await follow(client, record);
    await follow(as.publisher, outer, 'folder');
    await follow(as.reviewer, library.id, 'group');
    await move(as.author, [record, await document('Otro plano')], inner);
    const place = `Ahora está en ${library.name} / Obras / Puente.`;
    expect(await told(as.other)).toEqual([['RECORD.MOVED', 'Plan de izaje', place]]);
    // Neither who did it, nor who would be told of each of two hundred.
    for (const client of [as.author, as.publisher, as.reviewer]) expect(await told(client)).toEqual([]);
    // The newest says where it is.
    await move(as.author, [record], null);
    expect(await told(as.other)).toEqual([
      ['RECORD.MOVED', 'Plan de izaje', `Ahora está en ${library.name}.`],
    ]);
    // To stay where it is, is no move.
    await as.other.ok('notificationDismiss', { body: { type: 'RECORD.MOVED' } });
    await move(as.author, [record], null);
    expect(await told(as.other)).toEqual([]);
  });

  it('is told to nobody who does not see it there', async () => {
    const { as, organization, people } = world;
    const elsewhere = await server().make.library(organization);
    const both = [
      [world.library, ['upload']],
      [elsewhere, ['upload']],
    ] as const;
    const mover = await server().signIn(
      (await server().make.person(organization, { libraries: both })).email,
    );
    const follower = await server().signIn(
      (await server().make.person(organization, { libraries: both })).email,
    );
    const record = await document();
    for (const client of [as.other, follower]) await follow(client, record);
    await move(mover, [record], null, elsewhere.id);
    expect(await told(follower)).toEqual([
      ['RECORD.MOVED', 'Plan de izaje', `Ahora está en ${elsewhere.name}.`],
    ]);
    const written = await server()
      .database.db.selectFrom('notifications')
      .select('id')
      .where('user_id', '=', people.other.id)
      .where('type', 'in', OF_PLACE)
      .execute();
    expect(written).toEqual([]);
  });

  it('is the bin: told to who saw it until then, by mail too, with nothing else of it', async () => {
    const { as, library, people } = world;
    const record = await document();
    await lead(as, record, STATE.approved, STATE.published);
    for (const client of [as.other, as.reader, as.publisher]) await follow(client, record);
    await as.other.ok('preferencesPut', { body: { choices: [{ type: 'RECORD.DELETED', choice: 'mail' }] } });
    await as.publisher.ok('preferencesPut', {
      body: { choices: [{ type: 'RECORD.DELETED', choice: 'none' }] },
    });
    await as.author.ok('recordShare', { params: { id: record }, body: { to: [people.other.id] } });
    await admin.ok('recordDelete', { params: { id: record } });
    for (const client of [as.other, as.reader]) {
      const all = (await client.ok('notificationsPending')).filter(({ refId }) => refId === record);
      expect(all.map(({ type, ref }) => [type, ref.title])).toEqual([['RECORD.DELETED', 'Plan de izaje']]);
    }
    expect(await told(as.publisher)).toEqual([]);
    const mailed = async () =>
      (await mailsOf(server(), people.other.email)).map(({ raw }) => readable(raw)).join();
    await expect.poll(mailed).toContain(`envió a la papelera «Plan de izaje» (${library.name}).`);
    const words = await mailed();
    expect(words).toContain(`Abrir la biblioteca:\n${server().url}/records/search?group=${library.id}\n`);
    // Who is in the library no more reads it no more.
    await admin.ok('memberDelete', { params: { id: library.id, user: people.other.id } });
    expect(await told(as.other)).toEqual([]);
  });

  it('is told once it is out of the bin again, in the place of what was told before', async () => {
    const { as, library } = world;
    const folder = await folderNamed('Obras');
    const record = await document();
    await follow(as.other, record);
    await move(as.author, [record], folder);
    await as.author.ok('recordDelete', { params: { id: record } });
    expect(await told(as.other)).toEqual([['RECORD.DELETED', 'Plan de izaje', '']]);
    await admin.ok('binRestore', { body: { record } });
    expect(await told(as.other)).toEqual([
      ['RECORD.MOVED', 'Plan de izaje', `Salió de la papelera: está en ${library.name} / Obras.`],
    ]);
    await as.author.ok('recordDelete', { params: { id: record } });
    await admin.ok('binPurge', { params: { id: record } });
    expect(await told(as.other)).toEqual([]);
  });
});
