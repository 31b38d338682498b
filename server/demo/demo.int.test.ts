import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATE, STATES } from '#shared/access/states.ts';
import { startServer } from '../container.ts';
import { createTestClient, startTestServer, type TestServer, useTestServer } from '../testing/http.ts';
import { testEngines } from '../testing/test-database.ts';
import { type DemoDocument, demoDocuments } from './documents/documents.ts';
import type { Persona } from './documents/row.ts';
import { DEMO_PASSWORD, demoEmail, demoOrganization } from './organization.ts';

describe.each(testEngines)('the demo organization on %s', (engine) => {
  let server: TestServer;
  let documents: DemoDocument[];

  beforeAll(async () => {
    server = await startTestServer({ engine, config: { demo: 'local' } });
    documents = await demoDocuments();
  });
  afterAll(() => server?.stop());

  const signIn = (persona: Persona) => server.signIn(demoEmail(persona), { password: DEMO_PASSWORD });
  const count = async (table: string): Promise<number> => {
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(
      server.database.db,
    );
    return rows[0]?.total ?? -1;
  };

  it('lets everybody sign in with the demo password, with the roles of the plan', async () => {
    for (const { persona, roles } of demoOrganization.users) {
      const client = await signIn(persona);
      expect((await client.ok('session')).roles, persona).toEqual([...roles]);
      const groups = await client.ok('groupsByMember');
      const expected = demoOrganization.libraries.flatMap(({ name, members }) =>
        members.filter(([who]) => who === persona).map(([, held]) => [name, [...held].sort()]),
      );
      expect(groups.map(({ name, roles: held }) => [name, [...(held ?? [])].sort()]).sort(), persona).toEqual(
        expected.sort(),
      );
    }
  });

  it('holds every document in the state of its table, each state at least once', async () => {
    const publisher = await signIn('publicadora');
    const { items, total } = await publisher.ok('recordSearch', {
      query: { limit: '200', state: '0,1,2,3,4,5,6' },
    });
    expect(total).toEqual({ count: documents.length, more: false });
    const states = new Map(items.map(({ title, state }) => [title, state]));
    for (const { title, versions } of documents) {
      expect(states.get(title), title).toBe(versions.at(-1)?.steps.at(-1)?.state ?? STATE.draft);
    }
    expect([...new Set(states.values())].sort()).toEqual(STATES.map(({ value }) => value).sort());
  });

  it('serves the very bytes, of each version', async () => {
    const reviewer = await signIn('revisor');
    const document = documents.find(({ name }) => name === 'PTS-003_Trabajo_en_altura.pdf');
    const { items } = await reviewer.ok('recordSearch', { query: { text: 'seguro en altura' } });
    const versions = await reviewer.ok('versionsByRecord', { params: { id: items[0]?._id ?? '' } });
    expect(versions.map(({ number, state }) => [number, state]).sort()).toEqual([
      [1, STATE.published],
      [2, STATE.published],
    ]);
    for (const { _id, number } of versions) {
      const answer = await reviewer.fetch(`/docs/versions/${_id}/content`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const expected = document?.versions[(number ?? 0) - 1]?.bytes ?? Buffer.alloc(0);
      const hash = (of: Buffer) => createHash('sha256').update(of).digest('hex');
      expect(hash(bytes)).toBe(hash(expected));
    }
  });

  it('shows the reader what is published, and a draft on top of it to nobody but its people', async () => {
    const reader = await signIn('lectora');
    const { items } = await reader.ok('recordSearch', { query: { text: 'plan de calidad', limit: '200' } });
    const plan = items.find(({ code }) => code === 'PC-001');
    expect(plan).toMatchObject({ face: 'published', state: STATE.published, version: { number: 1 } });
    expect((await (await signIn('sinbiblioteca')).ok('recordSearch', { query: {} })).items).toEqual([]);
    expect(
      (await (await signIn('gestora')).ok('recordSearch', { query: { text: 'finiquito' } })).items,
    ).not.toEqual([]);
    expect(
      (await reader.ok('recordSearch', { query: { text: 'finiquito', name: 'finiquito' } })).items,
    ).toEqual([]);
  });

  it('has contractors with their workers, and every answer but one at the gate of its site', async () => {
    const reader = await signIn('lectora');
    const { items } = await reader.ok('parties', { query: {} });
    expect(items.map(({ kind }) => kind).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 'contractor'),
      'site',
      ...Array.from({ length: 5 }, () => 'worker'),
    ]);
    const site = items.find(({ kind }) => kind === 'site')?._id ?? '';
    const gate = await reader.ok('partyGate', { params: { id: site }, query: {} });
    const lights = new Map(gate.items.map(({ worker, light }) => [worker.name, light]));
    expect(lights.get('Nicolás Painemal Curín')).toBe('yes');
    expect(lights.get('Carmen Llanquileo Ruiz')).toBe('no');
    expect(lights.has('Elías Cayupi Marín')).toBe(false);
    const asked = await reader.ok('partyGate', { params: { id: site }, query: { q: 'cayupi' } });
    expect(asked.items[0]).toMatchObject({ light: 'no', reasons: expect.arrayContaining(['not_assigned']) });
  });

  it('leaves notifications of what waits, and no mail', async () => {
    const pending = await (await signIn('revisor')).ok('notificationsPending');
    expect(pending.filter(({ type }) => type === 'RECORD.REVIEW.REQUEST').length).toBeGreaterThan(0);
    const { rows } = await sql`select 1 from outbox where kind = 'mail'`.execute(server.database.db);
    expect(rows).toEqual([]);
  });

  it('stays as it is over a second start, and finishes what was cut without making anything twice', async () => {
    const tables = ['records', 'versions', 'reviews', 'folders', 'labels', 'users', 'parties', 'party_sites'];
    const before = await Promise.all(tables.map(count));
    await server.restart();
    expect(await Promise.all(tables.map(count))).toEqual(before);
    await sql`update organizations set settings = '{"demo":"making"}'`.execute(server.database.db);
    await server.restart();
    expect(await Promise.all(tables.map(count))).toEqual(before);
    const [organization] = await server.database.db.selectFrom('organizations').selectAll().execute();
    expect(organization?.settings.demo).toBe('ready');
  });
});

describe('two processes that make the demo organization at the same moment', () => {
  const server = useTestServer({ engine: 'postgres' });

  it('make it once, and both are there', async () => {
    const { config, database } = server();
    const shared = { ...database, close: async () => undefined };
    const both = await Promise.all(
      [1, 2].map(() => startServer({ ...config, port: 0, demo: 'local' }, { database: shared })),
    );
    try {
      const { rows } = await sql<{ total: number }>`select count(*)::int as total from organizations`.execute(
        database.db,
      );
      expect(rows[0]?.total).toBe(1);
      for (const { address } of both) {
        const body = { email: demoEmail('admin'), password: DEMO_PASSWORD };
        expect((await createTestClient(() => address).call('signIn', { body })).status).toBe(200);
      }
    } finally {
      for (const each of both) await each.stop();
    }
  });
});
