import { existsSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  confirmBytes,
  makeDocument,
  sha256Of,
  someBytes,
  startRecord,
  upload,
} from '../../testing/documents.ts';
import type { TestLibrary } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { behindLock } from '../../testing/races/races.ts';
import { testEngines } from '../../testing/test-database.ts';
import { newId } from '../ids.ts';
import { collectBlobs } from './collect-blobs.job.ts';

const HOUR = 3600;

/** What the tests of both `describe`s do. */
function useLibrary(engine: (typeof testEngines)[number]) {
  const server = useTestServer({ engine });
  const here = {} as { library: TestLibrary; ana: TestClient };
  beforeAll(async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    here.library = await make.library(organization);
    const libraries = [[here.library, ['upload']]] as const;
    here.ana = await signIn((await make.person(organization, { libraries })).email);
  });
  const deps = () => server().running.services.deps;

  return {
    server,
    here,
    deps,
    /** Contents that a confirmation kept before it came to nothing. */
    async keep(bytes: Buffer, ageHours: number): Promise<string> {
      const { storage } = deps();
      const path = join(storage.incoming, newId());
      await writeFile(path, bytes);
      const sha256 = sha256Of(bytes);
      await storage.putFile({ path, sha256, size: bytes.length });
      const then = Date.now() / 1000 - ageHours * HOUR;
      await utimes(join(dirname(storage.incoming), sha256.slice(0, 1), sha256), then, then);
      return sha256;
    },
    /** All sixteen turns. */
    async collectAll(
      storage: Parameters<typeof collectBlobs>[0]['storage'] = deps().storage,
    ): Promise<number> {
      const sweep = collectBlobs({ ...deps(), storage });
      let gone = 0;
      for (let turn = 0; turn < 16; turn += 1) gone += await sweep.run(deps().now());
      return gone;
    },
    /** A pending version whose bytes have all come. */
    async sent(bytes: Buffer): Promise<string> {
      const { version } = await startRecord(server(), here.ana, here.library);
      await upload(server(), here.ana, version.key ?? '', bytes);
      return version._id;
    },
    /** SHA-256 of what is served of a version; the status where it is not. */
    async served(version: string): Promise<string | number> {
      const response = await here.ana.fetch(`/docs/versions/${version}/content`);
      return response.ok ? sha256Of(Buffer.from(await response.arrayBuffer())) : response.status;
    },
    isKept: async (sha256: string) => (await deps().storage.stat(sha256)) !== null,
  };
}

describe.each(testEngines)('contents on %s', (engine) => {
  const { server, here, deps, keep, collectAll, sent, served, isKept } = useLibrary(engine);

  it('that no version names are removed once they are a day old, and nothing else is', async () => {
    const { ana, library } = here;
    const orphan = await keep(someBytes(), 25);
    const young = await keep(someBytes(), 23);
    const document = await makeDocument(server(), ana, library);
    const shared = await makeDocument(server(), ana, library, { bytes: document.bytes });
    const travelling = someBytes();
    const pending = await sent(travelling);
    // A row that a confirmation left behind whose file is gone.
    const { db } = deps();
    const row = {
      sha256: sha256Of(someBytes()),
      size: 1,
      created_at: new Date(Date.now() - 25 * HOUR * 1000),
    };
    await db.insertInto('blobs').values(row).execute();

    expect(await collectAll()).toBe(2);
    expect([await isKept(orphan), await isKept(young)]).toEqual([false, true]);
    expect(await db.selectFrom('blobs').select('sha256').where('sha256', '=', row.sha256).execute()).toEqual(
      [],
    );
    server().advance(25 * HOUR);
    expect(await collectAll()).toBe(1);
    expect(await isKept(young)).toBe(false);
    server().advance(-25 * HOUR);

    expect(await served(document.version._id)).toBe(sha256Of(document.bytes));
    expect(await served(shared.version._id)).toBe(sha256Of(document.bytes));
    expect((await confirmBytes(ana, pending, travelling)).status).toBe(200);
    expect(await served(pending)).toBe(sha256Of(travelling));
  });

  it('that were removed are kept again when somebody sends them', async () => {
    const bytes = someBytes();
    const sha256 = await keep(bytes, 48);
    expect(await collectAll()).toBe(1);
    const { version } = await makeDocument(server(), here.ana, here.library, { bytes });
    expect(await served(version._id)).toBe(sha256);
    expect(await collectAll()).toBe(0);
    expect(await isKept(sha256)).toBe(true);
  });
});

/** Two connections: a confirmation and the collection of the same bytes, in every order that can be met. */
describe('a confirmation and the collector', () => {
  const { server, here, deps, keep, collectAll, sent, served } = useLibrary('postgres');

  it('the collector holds the hash and is about to remove: the confirmation keeps its bytes again', async () => {
    const bytes = someBytes();
    const sha256 = await keep(bytes, 48);
    const version = await sent(bytes);
    const { storage } = deps();
    const reached = Promise.withResolvers<void>();
    const open = Promise.withResolvers<void>();
    const collecting = collectAll({
      incoming: storage.incoming,
      list: (digit) => storage.list(digit),
      async remove(hash) {
        reached.resolve();
        await open.promise;
        await storage.remove(hash);
      },
    });
    await reached.promise;
    const confirmed = await behindLock(server(), { library: here.library.id }, async ({ join }) => {
      const answer = await join(() => confirmBytes(here.ana, version, bytes));
      open.resolve();
      expect(await collecting).toBe(1);
      return answer;
    });
    expect((await confirmed()).status).toBe(200);
    expect(await served(version)).toBe(sha256);
  });

  it('the collector has looked and not yet deleted: the confirmation finds no row behind its lock, and makes it', async () => {
    const bytes = someBytes();
    const sha256 = sha256Of(bytes);
    await deps().db.insertInto('blobs').values({ sha256, size: bytes.length }).execute();
    const version = await sent(bytes);
    const confirmed = await behindLock(server(), { sha256 }, async ({ join }, client) => {
      const answer = await join(() => confirmBytes(here.ana, version, bytes));
      await client.query('delete from blobs where sha256 = $1', [sha256]);
      await client.query('commit');
      return answer;
    });
    expect((await confirmed()).status).toBe(200);
    expect(await served(version)).toBe(sha256);
  });

  it('the confirmation holds the hash: the collector waits, finds the version, and leaves the content', async () => {
    const bytes = someBytes();
    const sha256 = await keep(bytes, 48);
    const version = await sent(bytes);
    const [confirmed, collected] = await behindLock(
      server(),
      { library: here.library.id },
      async ({ join }) => [
        await join(() => confirmBytes(here.ana, version, bytes)),
        await join(() => collectAll()),
      ],
    );
    expect((await confirmed()).status).toBe(200);
    expect(await collected()).toBe(0);
    expect(await served(version)).toBe(sha256);
    expect(existsSync(join(deps().config.dataDir, 'files', sha256.slice(0, 1), sha256))).toBe(true);
  });
});
