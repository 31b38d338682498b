import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { type RunningServer, startServer } from '../../../e2e/fixtures/server.ts';
import { createFactories, TEST_PASSWORD } from '../../testing/factories.ts';
import { createTestClient } from '../../testing/http.ts';
import { mailsOf } from '../../testing/mail.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { placeOneContent } from '../../testing/uploads/one-content.ts';

const PEOPLE = 24;
/** Both processes are up by then; nobody is reminded before both can. */
const AHEAD_MS = 4_000;

it('two processes on one database remind everybody once, though one is killed over it', async () => {
  const remote = await openTestDatabase('postgres');
  const dataDir = await mkdtemp(join(tmpdir(), 'legajo-two-'));
  const processes: RunningServer[] = [];
  onTestFinished(async () => {
    for (const each of processes) await each.stop();
    await remote.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  // One folder for both: the files of mails, which tell a repeated one by its name, as a mail server does by its id.
  const env = { DATA_DIR: dataDir, DEMO: 'no', LOG_LEVEL: 'error', DATABASE_URL: remote.url ?? '' };
  const start = async () => {
    const started = await startServer(env);
    processes.push(started);
    return started;
  };
  const { db } = remote;
  const make = createFactories(db);
  const organization = await make.organization();
  const library = await make.library(organization);
  const everybody = await Promise.all(
    Array.from({ length: PEOPLE }, () => make.person(organization, { libraries: [[library, ['upload']]] })),
  );
  const [author] = everybody;
  if (!author) throw new Error('nobody was made');
  const { id: record } = await make.record(library, author);
  await placeOneContent(db, dataDir);
  const [first, second] = [await start(), await start()];

  const client = async (server: RunningServer) => {
    const body = { email: author.email, password: TEST_PASSWORD, client: 'api' as const };
    const tokens = await createTestClient(() => server.url).ok('signIn', { body });
    if ('challenge' in tokens) throw new Error('a challenge was not expected');
    return createTestClient(() => server.url, tokens);
  };
  const to = everybody.map(({ id }) => id);
  const notifyAt = new Date(Date.now() + AHEAD_MS).toISOString();
  await (await client(first)).ok('reminderCreate', { body: { record, notifyAt, to } });

  const mails = () => mailsOf({ config: { dataDir } as never });
  await expect.poll(async () => (await mails()).length, { interval: 5 }).toBeGreaterThan(3);
  await second.kill();
  // What it had at hand is out of others' reach for two minutes, which pass here at once.
  await sql`update outbox set available_at = now() where done_at is null and attempts > 0`.execute(db);

  const open = async () =>
    (await db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()).length;
  await expect.poll(open).toBe(0);
  await start();
  await expect.poll(open).toBe(0);

  const received = (await mails()).map((mail) => mail.to);
  expect(received.sort()).toEqual(everybody.map(({ email }) => email).sort());
  const { rows } = await sql<{ notification: string }>`
    select payload ->> 'notification' as notification from outbox where kind = 'notification.created'
  `.execute(db);
  expect(rows).toHaveLength(PEOPLE);
  expect(new Set(rows.map((row) => row.notification)).size).toBe(PEOPLE);
  const pending = await (await client(first)).ok('notificationsPending');
  expect(pending.map(({ type }) => type)).toEqual(['RECORD.REMINDER']);
});
