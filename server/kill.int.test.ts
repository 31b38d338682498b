import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts';
import { openDatabase } from './platform/db/client.ts';
import { confirmBytes, sha256Of, someBytes, upload } from './testing/documents.ts';
import { createFactories, TEST_PASSWORD } from './testing/factories.ts';
import { createTestClient, type TestClient } from './testing/http.ts';
import {
  openTestDatabase,
  placeTestDatabase,
  type TestDatabase,
  testEngines,
} from './testing/test-database.ts';

const DOCUMENTS = 20;
const PIECE = 64 * 1024;

describe.each(testEngines)('a server process that is killed in the middle of uploads, on %s', (engine) => {
  let dataDir = '';
  let remote: TestDatabase | undefined;
  let process: RunningServer | undefined;

  afterAll(async () => {
    await process?.stop();
    await remote?.close();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  async function start(): Promise<RunningServer> {
    const env = {
      DATA_DIR: dataDir,
      DEMO: 'no',
      LOG_LEVEL: 'error',
      // Each of its documents would be read in a process of its own.
      FILE_TEXTS: 'no',
      ...(remote?.url ? { DATABASE_URL: remote.url } : {}),
    };
    process = await startServer(env);
    return process;
  }

  /** People and a library, before any server runs. */
  async function prepare() {
    dataDir = await mkdtemp(join(tmpdir(), 'legajo-kill-'));
    remote = engine === 'postgres' ? await openTestDatabase(engine) : undefined;
    if (!remote) await placeTestDatabase(dataDir);
    const database = remote ?? (await openDatabase({ dataDir }));
    const make = createFactories(database.db);
    const organization = await make.organization();
    const library = await make.library(organization);
    const label = await make.label(organization, { name: 'Actas' });
    const author = await make.person(organization, { libraries: [[library, ['upload']]] });
    const colleague = await make.person(organization, { libraries: [[library, ['upload']]] });
    if (!remote) await database.close();
    return { library, label, author: author.email, colleague: colleague.email };
  }

  async function signIn(url: string, email: string): Promise<TestClient> {
    const body = { email, password: TEST_PASSWORD, client: 'api' as const };
    const tokens = await createTestClient(() => url).ok('signIn', { body });
    if ('challenge' in tokens) throw new Error('a challenge was not expected');
    return createTestClient(() => url, tokens);
  }

  it('keeps every document that it confirmed; the rest goes on', async () => {
    const { library, label, author, colleague } = await prepare();
    let server = await start();
    let client = await signIn(server.url, author);
    const { results } = await client.ok('createBatch', {
      body: {
        items: Array.from({ length: DOCUMENTS }, (_, index) => ({
          year: 2026,
          month: 3,
          day: 7,
          name: `Acta ${index}.pdf`,
          group: library.id,
          labels: [label],
          file: { name: `Acta ${index}.pdf`, type: 'application/pdf' },
        })),
      },
    });
    const documents = results.map((made, index) => {
      if (!made.ok) throw new Error(made.error.message);
      return { ...made, bytes: someBytes(PIECE * (1 + index)) };
    });
    const confirmed = new Set<string>();
    const killed = Promise.withResolvers<void>();
    const first = client;
    const sending = Promise.allSettled(
      documents.map(async ({ version, key, bytes }) => {
        await upload(server, first, key, bytes, { chunkSize: PIECE });
        const { status } = await confirmBytes(first, version, bytes);
        if (status === 200) confirmed.add(version);
        if (confirmed.size === 6) killed.resolve(server.kill());
      }),
    );
    await killed.promise;
    await sending;
    expect(confirmed.size).toBeGreaterThanOrEqual(6);
    expect(confirmed.size).toBeLessThan(DOCUMENTS);

    server = await start();
    client = await signIn(server.url, author);
    const other = await signIn(server.url, colleague);
    const contentHash = async (version: string) => {
      const response = await other.fetch(`/docs/versions/${version}/content`);
      return response.status === 200 ? sha256Of(Buffer.from(await response.arrayBuffer())) : response.status;
    };
    for (const { record, version, bytes } of documents) {
      const found = await contentHash(version);
      // Committed, and its answer lost: whole as well. Else nobody but its author knows of it.
      if (confirmed.has(version) || found !== 404) expect(found).toBe(sha256Of(bytes));
      else expect((await other.call('recordById', { params: { id: record } })).status).toBe(404);
    }
    for (const { version, key, bytes } of documents) {
      const ready = (await contentHash(version)) !== 404;
      if (!ready) await upload(server, client, key, bytes, { resume: true, chunkSize: PIECE });
      expect((await confirmBytes(client, version, bytes)).status).toBe(200);
      expect(await contentHash(version)).toBe(sha256Of(bytes));
    }
  });
});
