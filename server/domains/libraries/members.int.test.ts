import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestLibrary, TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

const NOBODY = '01a2b3c4-0000-7000-8000-000000000000';

describe.each(testEngines)('libraries and members on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let other: TestLibrary;
  let uploader: TestPerson;
  let admin: TestClient;

  beforeAll(async () => {
    const { make } = server();
    organization = await make.organization();
    library = await make.library(organization, 'Ñandú');
    other = await make.library(organization, 'Obras');
    uploader = await make.person(organization, { libraries: [[library, ['upload']]] });
    admin = await server().signIn(
      (await make.person(organization, { isAdmin: true, libraries: [[other, []]] })).email,
    );
  });

  it('lists one’s own; an admin’s list has all, each with the documents that one sees', async () => {
    const { make } = server();
    const reader = await make.person(organization, { libraries: [[library, []]] });
    await make.record(library, uploader, { published: true });
    await make.record(library, uploader);
    await make.record(library, uploader, { scope: 'restricted', published: true });
    await make.record(other, uploader, { scope: 'public', published: true });

    const mine = await (await server().signIn(reader.email)).ok('groupsByMember');
    expect(mine).toMatchObject([{ _id: library.id, name: 'Ñandú', member: true, roles: [], records: 1 }]);
    const uploads = await (await server().signIn(uploader.email)).ok('groupsByOrganization');
    expect(uploads).toMatchObject([{ _id: library.id, roles: ['upload'], records: 3 }]);
    const all = await admin.ok('groupsByOrganization');
    expect(all).toMatchObject([
      { _id: library.id, member: false, records: 2 },
      { _id: other.id, member: true, roles: [], records: 1 },
    ]);
    expect(all[0]).not.toHaveProperty('roles');
    expect(await admin.ok('groupsByMember')).toMatchObject([{ _id: other.id }]);
  });

  it('shows members to members and admins alone', async () => {
    const client = await server().signIn(uploader.email);
    const params = { id: library.id };
    expect(await client.ok('members', { params })).toContainEqual({
      user: { _id: uploader.id, firstname: uploader.firstname, lastname: uploader.lastname },
      roles: ['upload'],
    });
    expect((await client.call('members', { params: { id: other.id } })).status).toBe(404);
    expect((await client.call('members', { params: { id: NOBODY } })).status).toBe(404);
    expect((await admin.call('members', { params })).status).toBe(200);
    expect((await admin.call('members', { params: { id: NOBODY } })).status).toBe(404);
  });

  it('takes members in, changes their roles, and says so', async () => {
    const person = await server().make.person(organization);
    const access = async (): Promise<number> => {
      const row = await server()
        .database.db.selectFrom('users')
        .select('access')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow();
      return row.access;
    };
    const params = { id: library.id, user: person.id };
    expect(await admin.ok('memberPut', { params, body: { roles: ['publish', 'upload', 'upload'] } })).toEqual(
      {
        user: { _id: person.id, firstname: person.firstname, lastname: person.lastname },
        roles: ['upload', 'publish'],
      },
    );
    await admin.ok('memberPut', { params, body: { roles: ['upload', 'publish'] } });
    expect(await access()).toBe(1);
    await admin.ok('memberPut', { params, body: { roles: [] } });
    expect(await access()).toBe(2);
    await admin.ok('memberDelete', { params });
    expect(await access()).toBe(3);
    expect((await admin.call('memberDelete', { params })).status).toBe(404);
    const actions = await server()
      .database.db.selectFrom('audit_events')
      .select('action')
      .where('target_id', '=', library.id)
      .where(sql`coalesce(after, before)->>'user'`, '=', person.id)
      .orderBy('at')
      .orderBy('id')
      .execute();
    expect(actions.map((row) => row.action)).toEqual(['member.added', 'member.changed', 'member.removed']);
  });

  it('takes nobody in from, or into, another organization', async () => {
    const foreign = await server().make.organization();
    const stranger = await server().make.person(foreign);
    const theirs = await server().make.library(foreign);
    const put = (id: string, user: string) =>
      admin.call('memberPut', { params: { id, user }, body: { roles: [] } });
    expect((await put(library.id, stranger.id)).status).toBe(404);
    expect((await put(theirs.id, uploader.id)).status).toBe(404);
    expect((await put(library.id, NOBODY)).status).toBe(404);
  });

  it('ends the authorship of who leaves, in that library alone', async () => {
    const { make, database } = server();
    const person = await make.person(organization, {
      firstname: 'Ximena',
      libraries: [
        [library, ['upload']],
        [other, ['upload']],
      ],
    });
    const alone = await make.record(library, person);
    const shared = await make.record(library, uploader, { authors: [uploader, person], published: true });
    const elsewhere = await make.record(other, person);
    const before = await database.db
      .selectFrom('groups')
      .selectAll()
      .where('id', '=', library.id)
      .executeTakeFirstOrThrow();
    await admin.ok('memberDelete', { params: { id: library.id, user: person.id } });

    const faces = await database.db
      .selectFrom('record_faces')
      .select(['record_id', 'authors', 'search_extra'])
      .where('record_id', 'in', [alone.id, shared.id, elsewhere.id])
      .execute();
    const authorsOf = (id: string) =>
      faces.filter((face) => face.record_id === id).map((face) => face.authors);
    expect(authorsOf(alone.id)).toEqual([[]]);
    expect(authorsOf(shared.id)).toEqual([[uploader.id], [uploader.id]]);
    expect(authorsOf(elsewhere.id)).toEqual([[person.id]]);
    expect(
      faces
        .filter((face) => face.record_id !== elsewhere.id)
        .map((face) => face.search_extra)
        .join(),
    ).not.toContain('Ximena');
    const after = await database.db
      .selectFrom('groups')
      .selectAll()
      .where('id', '=', library.id)
      .executeTakeFirstOrThrow();
    expect(after.access).toBe(before.access + 1);
    expect(after.seq).toBe(before.seq + 1);
    const client = await server().signIn(person.email);
    expect(await client.ok('groupsByMember')).toMatchObject([{ _id: other.id }]);
    expect((await client.call('recordById', { params: { id: alone.id } })).status).toBe(404);
    expect((await client.call('recordById', { params: { id: elsewhere.id } })).status).toBe(200);
  });
});
