import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestOrganization, TestPerson } from '../testing/factories.ts';
import { createTestClient, type TestClient, useOtherProcess, useTestServer } from '../testing/http.ts';

/** As many calls as may run and wait for one person. */
const TAKEN = 6;

describe('heavy work, over two processes', () => {
  const server = useTestServer({ engine: 'postgres' });
  const other = useOtherProcess(server);
  let organization: TestOrganization;
  let person: TestPerson;
  let here: TestClient;
  let there: TestClient;

  beforeEach(async () => {
    const { make } = server();
    organization = await make.organization();
    person = await make.person(organization, { isAdmin: true });
    here = await server().signIn(person.email);
    there = createTestClient(() => other().address, { idToken: here.token ?? '' });
  });

  const work = (client: TestClient, signal: AbortSignal | null = null) =>
    client.fetch('/users/export?format=xlsx', { signal });
  /**
   * Holds a person's slot as another process does that works for them, until it is released. It must be released within
   * two leases.
   */
  const holdTurn = async () => {
    const key = `heavy:${person.id}`;
    const { db } = server().database;
    await sql`
      insert into upload_locks (key, holder, expires_at)
      values (${key}, gen_random_uuid(), now() + interval '25 seconds')`.execute(db);
    const isWaitedFor = async () => {
      const { rows } = await sql`select 1 from upload_locks where key = ${key} and wanted`.execute(db);
      return rows.length > 0;
    };
    return {
      waitedFor: () => expect.poll(isWaitedFor).toBe(true),
      giveBack: () => sql`delete from upload_locks where key = ${key}`.execute(db),
    };
  };

  it('gives each of two tabs its file, and has no lease left then', async () => {
    const answers = await Promise.all([work(here), work(here), work(there)]);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      const { data } = (await answer.json()) as { data: string };
      expect(Buffer.from(data, 'base64').subarray(0, 2).toString()).toBe('PK');
    }
    const { rows } = await sql`select 1 from upload_locks`.execute(server().database.db);
    expect(rows).toEqual([]);
  });

  it('is one of a person at a time, whichever process; others and ordinary calls go on', async () => {
    const turn = await holdTurn();
    const asked = Array.from({ length: TAKEN + 1 }, () => work(here));
    await turn.waitedFor();
    // Any of them may be the last one, which is refused.
    const refused = await Promise.race(asked);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await refused.json()).toMatchObject({ error: { code: 'busy' } });
    expect((await here.call('session')).status).toBe(200);
    const somebody = await server().make.person(organization, { isAdmin: true });
    expect((await work(await server().signIn(somebody.email))).status).toBe(200);
    await turn.giveBack();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array<number>(TAKEN).fill(200), 429]);
  });

  it('is waited for by nobody who has gone away', async () => {
    const turn = await holdTurn();
    const leaving = new AbortController();
    const left = Array.from({ length: TAKEN + 1 }, () =>
      work(here, leaving.signal).then(
        ({ status }) => status,
        () => 'gone',
      ),
    );
    await turn.waitedFor();
    expect(await Promise.race(left)).toBe(429);
    leaving.abort();
    expect((await Promise.all(left)).filter((each) => each === 'gone')).toHaveLength(TAKEN);
    // Refusals are immediate; a waiting call has a place.
    const tried: Promise<Response>[] = [];
    const waits = async () => {
      const answer = work(here);
      tried.push(answer);
      return Promise.race([answer.then(() => false), wait(3000, true)]);
    };
    await expect.poll(waits).toBe(true);
    await turn.giveBack();
    expect((await tried.at(-1))?.status).toBe(200);
    const { rows } = await sql`
      select 1 from audit_events where organization = ${organization.id} and action = 'users.exported'
    `.execute(server().database.db);
    expect(rows).toHaveLength(1);
  });

  it('of zips is the planning too', async () => {
    const { make } = server();
    const library = await make.library(organization);
    await make.member(library, person, ['upload']);
    await make.record(library, person);
    const { url } = await here.ok('downloadCreate', { body: { group: library.id } });
    const path = new URL(url).pathname.replace('/api', '');
    const turn = await holdTurn();
    const zip = here.fetch(path, { method: 'HEAD' });
    await turn.waitedFor();
    await turn.giveBack();
    expect((await zip).status).toBe(200);
  });

  it('is a batch of many documents, and none of few', async () => {
    const { make } = server();
    const library = await make.library(organization);
    await make.member(library, person, ['upload']);
    const records = await Promise.all(Array.from({ length: 21 }, () => make.record(library, person)));
    const move = (count: number) =>
      here.call('batchMove', {
        body: {
          items: records.slice(0, count).map(({ id }) => ({ record: id })),
          group: library.id,
          folder: null,
        },
      });
    const turn = await holdTurn();
    const many = move(21);
    await turn.waitedFor();
    expect((await move(20)).status).toBe(200);
    await turn.giveBack();
    expect((await many).status).toBe(200);
    const [first] = records;
    const items = [first?.id ?? '', first?.id.toUpperCase() ?? ''].map((record) => ({ record }));
    const once = await here.ok('batchMove', { body: { items, group: library.id, folder: null } });
    expect(once.results).toMatchObject([{ ok: true }]);
  });
});

describe('calls of one person that all wait for the same thing', () => {
  const server = useTestServer({ engine: 'postgres', config: { databasePool: 4 } });

  it('leave the others the half of the database', async () => {
    const { make, database } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const busy = await make.person(organization, { libraries: [[library, ['upload']]] });
    const other = await server().signIn((await make.person(organization)).email);
    const client = await server().signIn(busy.email);
    const asked = await database.db.transaction().execute(async (trx) => {
      await sql`select from groups where id = ${library.id} for update`.execute(trx);
      const calls = Array.from({ length: 30 }, (_, at) =>
        client.call('folderCreate', { body: { group: library.id, name: `Obra ${at}`, parent: null } }),
      );
      const isHeldUp = async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          database.db,
        );
        return rows.length;
      };
      await expect.poll(isHeldUp).toBe(2);
      expect((await other.call('groupsByMember')).status).toBe(200);
      return calls;
    });
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([201]));
  });
});
