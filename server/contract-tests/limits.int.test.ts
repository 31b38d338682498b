import { beforeEach, describe, expect, it } from 'vitest';
import type { TestLibrary } from '../testing/factories.ts';
import { createTestClient, type TestClient, useOtherProcess, useTestServer } from '../testing/http.ts';

const CALLS = 200;

describe('limits of calls, over two processes', () => {
  const server = useTestServer({
    engine: 'postgres',
    config: { callsPerMinute: CALLS, strangerCallsPerMinute: 60, trustProxy: 1 },
  });
  const other = useOtherProcess(server);
  let library: TestLibrary;
  let here: TestClient;
  let there: TestClient;

  beforeEach(async () => {
    const { make } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    const person = await make.person(organization, { libraries: [[library, ['upload']]] });
    here = await server().signIn(person.email);
    there = createTestClient(() => other().address, { idToken: here.token ?? '' });
  });

  const statuses = async (count: number, call: () => Promise<{ status: number }>) => {
    const all: number[] = [];
    for (let left = count; left > 0; left -= 20) {
      const some = Array.from({ length: Math.min(20, left) }, call);
      all.push(...(await Promise.all(some)).map(({ status }) => status));
    }
    return all;
  };

  it('are one count of a person, whatever they call and whichever process; others go on', async () => {
    const half = CALLS / 2;
    expect(new Set(await statuses(half, () => here.call('session')))).toEqual(new Set([200]));
    expect(new Set(await statuses(half, () => there.call('session')))).toEqual(new Set([200]));
    for (const client of [here, there]) {
      const refused = await client.call('session');
      expect([refused.status, refused.body.error?.code]).toEqual([429, 'rate_limited']);
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
    }
    const id = '01890000-0000-7000-8000-000000000000';
    const bytes = [
      here.fetch(`/docs/uploads/${id}`, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } }),
      here.fetch(`/docs/versions/${id}/content`),
      here.fetch('/docs/send', { method: 'POST' }),
    ];
    for (const answer of bytes) expect((await answer).status).toBe(429);

    const organization = await server().make.organization();
    const somebody = await server().make.person(organization);
    const client = await server().signIn(somebody.email);
    expect((await client.call('session')).status).toBe(200);
  });

  it('of strangers are counted by address, and nobody with a session by theirs', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const { anyone } = server();
    const health = () => anyone.call('health', {}, from('198.51.100.7'));
    const bad = () =>
      anyone.call('session', {}, { ...from('198.51.100.7'), authorization: 'Bearer no-token' });
    expect(new Set(await statuses(30, health))).toEqual(new Set([200]));
    expect(new Set(await statuses(30, bad))).toEqual(new Set([401]));
    for (const call of [health, bad]) {
      const refused = await call();
      expect([refused.status, refused.body.error?.code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const links = ['/files/no-link', '/openapi.json', '/calendars/feed/nobody/legajo.ics'];
    for (const path of links)
      expect((await anyone.fetch(path, { headers: from('198.51.100.7') })).status).toBe(429);
    expect((await here.call('session', {}, from('198.51.100.7'))).status).toBe(200);
    expect((await anyone.call('health', {}, from('198.51.100.8'))).status).toBe(200);
    // Calls about the health of the server itself have no limit.
    expect(new Set(await statuses(80, () => anyone.call('health', {}, from('127.0.0.1'))))).toEqual(
      new Set([200]),
    );
  });

  it('of codes that others use are thirty a minute, and then neither answer tells anything', async () => {
    const label = await server().make.label({ id: library.organization, name: '' });
    const body = {
      ...{ title: 'Acta de obra', group: library.id, state: 0, labels: [label], date: '2026-03-07' },
      file: { name: 'acta.pdf', type: 'application/pdf' },
    };
    const create = (client: TestClient, code: string | null) =>
      client.call('recordCreate', { body: { ...body, code } });
    const { record } = await here.ok('recordCreate', { body: { ...body, code: 'USADO-1' } });
    let turn = 0;
    const guess = () => create(turn++ % 2 ? here : there, 'USADO-1');
    expect(new Set(await statuses(30, guess))).toEqual(new Set([409]));
    for (const code of ['USADO-1', 'LIBRE-1'])
      for (const client of [here, there]) expect((await create(client, code)).status).toBe(429);
    const renamed = { params: { id: record._id }, body: { rev: record.rev, code: 'LIBRE-2' } };
    expect((await here.call('recordUpdate', renamed)).status).toBe(429);
    // Calls that give no code still work.
    expect((await create(here, null)).status).toBe(201);
  });
});
