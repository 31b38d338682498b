import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Running, startServer } from '../container.ts';
import { sweepAbandonedUploads } from '../domains/documents/versions/abandoned-uploads.job.ts';
import { leftovers } from '../leftovers.job.ts';
import { makeDocument, startRecord } from '../testing/documents.ts';
import type { TestLibrary, TestOrganization } from '../testing/factories.ts';
import { createTestClient, type TestClient, useTestServer } from '../testing/http.ts';
import { openDatabase } from './db/client.ts';
import { collectBlobs } from './storage/collect-blobs.job.ts';

const AHEAD_SECONDS = 400 * 86_400;
const TUS = { 'tus-resumable': '1.0.0' };

describe('a process whose date is wrong', () => {
  const server = useTestServer({ engine: 'postgres' });
  let organization: TestOrganization;
  let library: TestLibrary;
  let author: TestClient;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    const { make, signIn } = server();
    organization = await make.organization();
    library = await make.library(organization);
    const person = await make.person(organization, { libraries: [[library, ['upload']]] });
    author = await signIn(person.email);
  });
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  /** A program of its own over the same database and folder, with another date. @returns its address */
  async function startAhead(): Promise<string> {
    const { config, database } = server();
    const child = spawn(
      process.execPath,
      ['--import', join(import.meta.dirname, '../testing/ahead.ts'), join(import.meta.dirname, '../main.ts')],
      {
        env: {
          ...{ PATH: process.env.PATH, AHEAD_SECONDS: String(AHEAD_SECONDS), LOG_LEVEL: 'error' },
          ...{ DATABASE_URL: database.url, DATA_DIR: config.dataDir, HOST: '127.0.0.1', PORT: '0' },
          ...{ FILE_TEXTS: 'no', OCR: 'no', PASSWORD_HASH_MS: '0', OPEN: 'no' },
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    children.push(child);
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const address = () => /escucha en (\S+)/.exec(said)?.[1];
    await expect.poll(address).toBeDefined();
    return address() ?? '';
  }

  /** The same within this process: only what a server is given as its clock is wrong. */
  async function startWrong(options: Parameters<typeof startServer>[1] = {}): Promise<Running> {
    const { config, database } = server();
    const shared = { ...database, close: async () => undefined };
    const running = await startServer({ ...config, port: 0 }, { database: shared, ...options });
    onTestFinished(() => running.stop());
    return running;
  }

  /** An upload of which a part has come. @returns how much of it is there */
  async function sendPart(): Promise<() => Promise<string | null>> {
    const { version } = await startRecord(server(), author, library);
    const key = version.key ?? '';
    const metadata = `key ${Buffer.from(key).toString('base64')}`;
    await author.fetch('/docs/uploads', {
      method: 'POST',
      headers: { ...TUS, 'upload-length': '2000', 'upload-metadata': metadata },
    });
    await author.fetch(`/docs/uploads/${key}`, {
      method: 'PATCH',
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: Buffer.alloc(1200, 'a'),
    });
    return async () =>
      (await author.fetch(`/docs/uploads/${key}`, { method: 'HEAD', headers: TUS })).headers.get(
        'upload-offset',
      );
  }
  /** Everything that is removed by its age. */
  async function sweepAll({ services }: Running): Promise<number> {
    const { deps, uploads, bin } = services;
    let gone = await sweepAbandonedUploads(deps, uploads);
    gone += await bin.purgeExpired(deps.now());
    const blobs = collectBlobs(deps);
    for (let digit = 0; digit < 16; digit += 1) gone += await blobs.run(deps.now());
    for (const sweep of leftovers(deps.db)) gone += await sweep.run(deps.now());
    return gone;
  }

  it('counts tries at a password with the others, and leaves their uploads when it starts', async () => {
    const arrived = await sendPart();
    const address = await startAhead();
    const ahead = createTestClient(() => address);
    const body = { email: 'nadie@legajo.test', password: 'no es esta', client: 'api' as const };
    const statuses: number[] = [];
    for (let at = 0; at < 24; at += 1)
      statuses.push((await (at % 2 ? server().anyone : ahead).call('signIn', { body })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(14).fill(429)]);
    expect(await arrived()).toBe('1200');
  });

  it('removes nothing that is young: an upload that is under way, the bin, what was deleted', async () => {
    const arrived = await sendPart();
    const deleted = await makeDocument(server(), author, library);
    await author.ok('recordDelete', { params: { id: deleted.record } });
    const wrong = await startWrong({ wall: () => Date.now() + AHEAD_SECONDS * 1000 });
    expect(Math.abs(wrong.services.deps.now().getTime() - Date.now())).toBeLessThan(60_000);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from tombstones`.execute(
      server().database.db,
    );
    await sweepAll(wrong);
    expect(await arrived()).toBe('1200');
    const left = await sql`select 1 from records where id = ${deleted.record}`.execute(server().database.db);
    expect(left.rows).toHaveLength(1);
    const after = await sql<{ count: number }>`select count(*)::int as count from tombstones`.execute(
      server().database.db,
    );
    expect(after.rows).toEqual(rows);
  });

  it('says so, once', async () => {
    let said = '';
    const logTo = new Writable({
      write(line, _encoding, done) {
        said += line;
        done();
      },
    });
    const { config, database } = server();
    const shared = { ...database, close: async () => undefined };
    const running = await startServer(
      { ...config, port: 0, logLevel: 'warn' },
      { database: shared, logTo, wall: () => Date.now() + AHEAD_SECONDS * 1000 },
    );
    onTestFinished(() => running.stop());
    for (let asked = 0; asked < 100; asked += 1) running.services.deps.now();
    expect(said.match(/the date of this computer differs/g)).toHaveLength(1);
    expect(said).toContain(`"seconds":${AHEAD_SECONDS}`);
  });

  it('deletes no files by their age where they are dated otherwise than rows', async () => {
    const arrived = await sendPart();
    const { db, url = '' } = server().database;
    // The database's date is wrong, for connections that are opened from now on.
    await sql`create schema wrong`.execute(db);
    await sql
      .raw(
        `create function wrong.clock_timestamp() returns timestamptz language sql
         as 'select pg_catalog.clock_timestamp() + interval ''${AHEAD_SECONDS} seconds'''`,
      )
      .execute(db);
    await sql
      .raw(`alter database ${new URL(url).pathname.slice(1)} set search_path = wrong, pg_catalog, public`)
      .execute(db);
    let said = '';
    const logTo = new Writable({
      write(line, _encoding, done) {
        said += line;
        done();
      },
    });
    const running = await startWrong({
      database: await openDatabase({ databaseUrl: url, dataDir: '' }),
      logTo,
    });
    const { deps, uploads } = running.services;
    expect(deps.now().getTime()).toBeGreaterThan(Date.now() + (AHEAD_SECONDS - 60) * 1000);
    expect(await sweepAbandonedUploads(deps, uploads)).toBe(0);
    expect(await arrived()).toBe('1200');
    expect(said).toContain('files are dated differently from the database');
  });
});
