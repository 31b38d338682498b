import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Config, loadConfig } from './config.ts';
import { type Running, startServer } from './container.ts';
import { runCommandHere, runServerCommand } from './testing/command.ts';
import { makeDocument } from './testing/documents.ts';
import { createFactories, TEST_PASSWORD, type TestLibrary } from './testing/factories.ts';
import { createTestClient, type TestClient, type TestServer } from './testing/http.ts';
import {
  openTestDatabase,
  placeTestDatabase,
  type TestDatabase,
  testEngines,
} from './testing/test-database.ts';

/** A running PostgreSQL server stays up meanwhile; the embedded database belongs to one process at a time. */
describe.each(testEngines)('npm run sessions:end on %s', (engine) => {
  let dataDir = '';
  let remote: TestDatabase | undefined;
  let config: Config;
  let running: Running | undefined;
  let admin = '';
  let library: TestLibrary;
  const people: string[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'legajo-sessions-'));
    if (engine === 'postgres') remote = await openTestDatabase(engine);
    else await placeTestDatabase(dataDir);
    const given = {
      ...{ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: remote?.url, OPEN: 'no', LOG_LEVEL: 'silent' },
      ...{ FILE_TEXTS: 'no', OCR: 'no', PASSWORD_HASH_MS: '0' },
    };
    config = loadConfig(given);
    running = await startServer(config);
    const make = createFactories(running.services.deps.db);
    const organization = await make.organization();
    library = await make.library(organization);
    admin = (await make.person(organization, { isAdmin: true })).email;
    for (let at = 0; at < 2; at += 1)
      people.push((await make.person(organization, { libraries: [[library, ['upload']]] })).email);
  });
  afterAll(async () => {
    await running?.stop();
    await remote?.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const base = () => running?.address ?? '';
  /** The part of a test server that making a document needs. */
  const here = () =>
    ({ url: base(), make: createFactories((running as Running).services.deps.db) }) as TestServer;
  async function signIn(email: string): Promise<TestClient> {
    const body = { email, password: TEST_PASSWORD, client: 'api' as const };
    const result = await createTestClient(base).ok('signIn', { body });
    if ('challenge' in result) throw new Error('a challenge was not expected');
    return createTestClient(base, result);
  }

  /** Somebody's session, refresh token, link to a file and calendar address. @returns the status of each now */
  async function secretsOf(email: string): Promise<() => Promise<object>> {
    const client = await signIn(email);
    const other = await signIn(email);
    const { version } = await makeDocument(here(), client, library);
    const file = await client.ok('versionLink', { params: { id: version._id } });
    const feed = await client.ok('calendarFeedCreate');
    // With PORT=0 the port of an address changes with a restart.
    const statusOf = async ({ url }: { url: string }): Promise<number> => {
      const response = await fetch(new URL(new URL(url).pathname, base()));
      await response.arrayBuffer();
      return response.status;
    };
    return async () => ({
      session: (await client.call('session')).status,
      // Used last: a refresh token that is good is good once.
      refresh: (
        await createTestClient(base).call('refresh', { body: { refreshToken: other.refreshToken ?? '' } })
      ).status,
      file: await statusOf(file),
      feed: await statusOf(feed),
    });
  }
  const open = { session: 200, refresh: 200, file: 200, feed: 200 };
  const ended = { session: 401, refresh: 401, file: 401, feed: 404 };

  async function command(args: string[], run = runCommandHere) {
    if (engine === 'pglite') await running?.stop();
    const outcome = await run('sessions-end.ts', args, {
      DATA_DIR: dataDir,
      DATABASE_URL: remote?.url,
    });
    if (engine === 'pglite') running = await startServer(config);
    return outcome;
  }

  it('ends what one person has, and nobody else’s', async () => {
    const [one, other] = await Promise.all(people.map(secretsOf));
    expect(await command(['--user', 'nadie@legajo.test'])).toEqual({
      code: 1,
      lines: ['Nadie tiene ese correo en esta instalación.'],
    });
    expect((await command(['--user', people[0]?.toUpperCase() ?? ''])).lines).toEqual([
      expect.stringMatching(/^Sesiones cerradas: 2 \(de 1 personas\)/),
    ]);
    expect([await one?.(), await other?.()]).toEqual([ended, open]);
  });

  it('ends what everybody has, in the audit trail without an actor, and passwords stay', async () => {
    const states = await Promise.all(people.map(secretsOf));
    const before = await signIn(admin);
    expect((await command(['--all'], runServerCommand)).code).toBe(0);
    for (const state of states) expect(await state()).toEqual(ended);
    expect((await before.call('session')).status).toBe(401);
    const { items } = await (await signIn(admin)).ok('auditTrail', { query: {} });
    const events = items.filter(({ action }) => action === 'sessions.ended');
    expect(events.length).toBeGreaterThanOrEqual(3);
    expect(events.map(({ actor }) => actor)).toEqual(events.map(() => null));
  });
});
