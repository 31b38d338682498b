import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tokens } from '#shared/identity/auth.schemas.ts';
import { loadConfig } from '../../config.ts';
import { type Running, startServer } from '../../container.ts';
import { eventually } from '../../testing/eventually.ts';
import { createFactories, TEST_PASSWORD } from '../../testing/factories.ts';
import { createTestClient, type TestClient } from '../../testing/http.ts';
import { type PostgresCluster, startCluster } from '../../testing/postgres-cluster.ts';
import { openSocket, type TestSocket } from '../../testing/realtime.ts';

/** Clients that ask all the time, and sockets that are open. */
const CLIENTS = 20;

let cluster: PostgresCluster;
let dataDir: string;
let running: Running;
const lines: { level: number; msg: string; outage?: string; err?: { stack?: string; todo?: string } }[] = [];

beforeAll(async () => {
  cluster = await startCluster({ durable: false });
  await cluster.admin('create database legajo');
  dataDir = await mkdtemp(join(tmpdir(), 'legajo-server-'));
  running = await startServer(
    loadConfig({
      ...{ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: cluster.url('legajo'), PASSWORD_HASH_MS: '0' },
      ...{ OCR: 'no', PAGES: 'no', ACCESS_LOG: 'no', CALLS_PER_MINUTE: '1000000' },
    }),
    { logTo: { write: (line) => void lines.push(JSON.parse(line)) } },
  );
});
afterAll(async () => {
  await running?.stop();
  await cluster?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function signIn(): Promise<TestClient> {
  const make = createFactories(running.services.deps.db);
  const { email } = await make.person(await make.organization());
  const body = { email, password: TEST_PASSWORD, client: 'api' as const };
  const tokens = await createTestClient(() => running.address).ok('signIn', { body });
  return createTestClient(() => running.address, tokens as Tokens);
}

it('a restart of the database is a line when it begins and one when it is over, however many calls fail', async () => {
  const client = await signIn();
  const sockets: TestSocket[] = [];
  for (let n = 0; n < CLIENTS; n += 1) sockets.push(await openSocket(running.address, client.token));
  const answers = { well: 0, failed: 0 };
  let asking = true;
  const ask = async (): Promise<void> => {
    while (asking) {
      const { status } = await client.call('notificationsPending');
      if (status === 200) answers.well += 1;
      else if (status === 503) answers.failed += 1;
      else throw new Error(`answered ${status}`);
    }
  };
  const clients = Array.from({ length: CLIENTS }, ask);
  await eventually(() => expect(answers.well).toBeGreaterThan(CLIENTS));
  lines.length = 0;
  await cluster.pause();
  await eventually(() => expect(answers.failed).toBeGreaterThan(10 * CLIENTS));
  await cluster.resume();
  await eventually(() => expect(lines.at(-1)?.msg).toBe('the database is reached again'));
  asking = false;
  await Promise.all(clients);
  for (const socket of sockets) await socket.close();
  expect(lines).toEqual([
    {
      ...{ level: 40, time: expect.any(Number), msg: 'the database is not reached', outage: 'database' },
      err: expect.objectContaining({ todo: expect.stringContaining('DATABASE_URL') }),
    },
    {
      ...{ level: 40, time: expect.any(Number), msg: 'the database is reached again', outage: 'database' },
      ...{ seconds: expect.any(Number), faults: expect.any(Number) },
    },
  ]);
  expect(lines[0]?.err).not.toHaveProperty('stack');
});
