import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../platform/actor.ts';
import { makeDocument } from '../../testing/documents.ts';
import { useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';
import { refreshActor } from '../access/viewers.queries.ts';

describe.each(testEngines)('the feed on %s', (engine) => {
  const server = useTestServer({ engine });

  it('gives what its reader may see now, though their rights changed after they were looked up', async () => {
    const { make, running } = server();
    const { services } = running;
    const organization = await make.organization();
    const library = await make.library(organization);
    const person = await make.person(organization, { libraries: [[library, ['upload']]] });
    const author = await make.person(organization, { libraries: [[library, ['upload']]] });
    const admin = await server().signIn((await make.person(organization, { isAdmin: true })).email);
    await makeDocument(server(), await server().signIn(author.email), library);
    const known = { user: person.id, organization: organization.id } as Actor;
    const before = await refreshActor(services.deps.db, known);
    if (!before) throw new Error('the person is missing');
    const query = { group: library.id };
    expect((await services.feed.page(before, query)).rows.map(({ kind }) => kind)).toContain('record');
    await admin.ok('memberPut', { params: { id: library.id, user: person.id }, body: { roles: [] } });
    expect((await services.feed.page(before, query)).rows.map(({ kind }) => kind)).not.toContain('record');
  });

  it('gives a desktop that is ahead of the database an epoch of its own: a backup was restored', async () => {
    const { make, running } = server();
    const { db } = running.services.deps;
    const { organization, library } = await make.workplace();
    const person = await make.person(organization, { libraries: [[library, ['upload']]] });
    const writer = await server().signIn(person.email);
    const read = (since?: string) =>
      writer.ok('changes', { query: { group: library.id, ...(since ? { since } : {}) } });
    await makeDocument(server(), writer, library);
    const others = await read();
    await makeDocument(server(), writer, library);
    const ahead = await read();
    const { seq } = await db
      .selectFrom('groups')
      .select('seq')
      .where('id', '=', library.id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('groups')
      .set({ seq: seq - 1 })
      .where('id', '=', library.id)
      .execute();

    const answer = await read(ahead.cursor);
    expect([answer.mode, answer.epoch === ahead.epoch]).toEqual(['snapshot', false]);
    // It goes on with that, in changes and when its rights change. Nobody else is told anything.
    await makeDocument(server(), writer, library);
    const next = await read(answer.cursor);
    expect([next.mode, next.epoch]).toEqual(['changes', answer.epoch]);
    const admin = await server().signIn((await make.person(organization, { isAdmin: true })).email);
    const params = { id: library.id, user: person.id };
    await admin.ok('memberPut', { params, body: { roles: ['upload', 'review'] } });
    const anew = await read(next.cursor);
    expect([anew.mode, anew.epoch]).toEqual(['snapshot', answer.epoch]);
    expect((await read(others.cursor)).epoch).toBe(ahead.epoch);
  });

  it('knows a cursor of a later state, however much others have changed since the backup', async () => {
    const { make, running } = server();
    const { db } = running.services.deps;
    const { organization, library } = await make.workplace();
    const person = await make.person(organization, { libraries: [[library, ['upload']]] });
    const signedIn = () => server().signIn(person.email);
    const read = async (since?: string) =>
      (await signedIn()).ok('changes', { query: { group: library.id, ...(since ? { since } : {}) } });
    const before = await read();
    // A mark is made every ten minutes; what a backup of now has is all that is there until then.
    server().advance(660);
    const later = await read(before.cursor);
    expect(later.epoch).toBe(before.epoch);
    await db
      .deleteFrom('feed_marks')
      .where('at', '>', new Date(Date.now() + 300_000))
      .execute();
    for (let n = 0; n < 3; n += 1) await makeDocument(server(), await signedIn(), library);
    const answer = await read(later.cursor);
    expect([answer.mode, answer.epoch === before.epoch]).toEqual(['snapshot', false]);
    // Whoever asked before the backup goes on, and so does this one.
    expect([(await read(before.cursor)).epoch, (await read(answer.cursor)).epoch]).toEqual([
      before.epoch,
      answer.epoch,
    ]);
    server().advance(-660);
  });

  it('is read from a database that takes nothing, as on a full disk', async () => {
    const { make, running } = server();
    const { db } = running.services.deps;
    const { organization, library } = await make.workplace();
    const person = await make.person(organization, { libraries: [[library, ['upload']]] });
    server().advance(1200);
    const reader = await server().signIn(person.email);
    await sql`
      create function refuse_marks() returns trigger language plpgsql as
        $$ begin raise exception 'no room' using errcode = '53100'; end $$`.execute(db);
    await sql`create trigger full_disk before insert on feed_marks execute function refuse_marks()`.execute(
      db,
    );
    expect((await reader.call('changes', { query: { group: library.id } })).status).toBe(200);
    await sql`drop trigger full_disk on feed_marks`.execute(db);
    server().advance(-1200);
  });
});
