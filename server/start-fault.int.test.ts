import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { loadConfig } from './config.ts';
import { type Running, startServer } from './container.ts';
import { versionFault } from './platform/db/unfit-database.ts';
import { StorageError } from './platform/storage/storage.ts';
import { startFault } from './start-fault.ts';
import { runCommandHere, runServerCommand } from './testing/command.ts';
import { createFactories } from './testing/factories.ts';
import type {} from './testing/global-setup.ts';
import { placeTestDatabase, useTestDatabase } from './testing/test-database.ts';
import { placeOneContent } from './testing/uploads/one-content.ts';

const SECRET = 'clave-de-la-base';

const always = {
  ...{ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', DEMO: 'no', OPEN: 'no' },
  ...{ FILE_TEXTS: 'no', OCR: 'no', PASSWORD_HASH_MS: '0' },
};

/** Starts a server, or one of its commands, that cannot go on, in a process of its own. @returns what it said */
const start = (env: Record<string, string>, program = 'main.ts') =>
  runServerCommand(program, [], { ...always, ...env });

/**
 * The same within this process, without the seconds that a process takes to load the server. @returns what `main.ts`
 * prints: the line, or the whole error where it is none that a person can mend
 */
async function refusal(env: Record<string, string>): Promise<unknown> {
  const running = await Promise.resolve()
    .then(() => startServer(loadConfig({ ...always, ...env })))
    .catch((error: unknown) => startFault(error) ?? error);
  if (!(typeof running === 'object' && running !== null && 'stop' in running)) return running;
  await (running as Running).stop();
  return 'it started';
}

/** Whether this account may mount a small disk. */
function canMount(): boolean {
  if (process.platform !== 'linux') return false;
  const folder = mkdtempSync(join(tmpdir(), 'legajo-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a server that cannot start', () => {
  const database = useTestDatabase('postgres');
  const empty = useTestDatabase('postgres');
  const emptyUrl = () => empty().url ?? '';
  let folder = '';
  let databaseUrl = '';
  const data = () => join(folder, 'data');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legajo-start-'));
    await writeFile(join(folder, 'file'), '');
    databaseUrl = inject('testDatabases').postgres.adminUrl;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const databaseAt = (change: (url: URL) => void): string => {
    const url = new URL(databaseUrl);
    change(url);
    return url.href;
  };

  it.each([
    ['an address of another machine', { HOST: '203.0.113.7' }, /^HOST: /],
    ['a name that nobody has', { HOST: 'nope.invalid' }, /^HOST: /],
    ['no address at all', { HOST: '999.1.1.1' }, /^HOST: /],
  ])('says which variable is wrong: %s', async (_, env, line) => {
    expect(await refusal({ DATA_DIR: data(), ...env })).toMatch(line);
  });

  it('says one line and nothing else, and ends', async () => {
    const { code, lines } = await start({ DATA_DIR: data(), HOST: '999.1.1.1' });
    expect([code, lines]).toEqual([1, [expect.stringMatching(/^HOST: /)]]);
  });

  it.each([
    [51, 'DATA_DIR: the disk is full.'],
    [2, 'DATA_DIR: this account may not read and write there.'],
    [69, 'DATA_DIR: the disk can only be read.'],
    [29, 'DATA_DIR: the database cannot be written there.'],
  ])('says what the embedded database means by its error %i', (errno, line) => {
    expect(startFault({ name: 'ErrnoError', errno })).toBe(line);
  });

  it('says so of keys that are none', async () => {
    const dir = join(folder, 'keys-lost');
    await mkdir(join(dir, 'keys'), { recursive: true });
    await writeFile(join(dir, 'keys', 'secret.key'), '');
    const said = await refusal({ DATA_DIR: dir, DATABASE_URL: emptyUrl() });
    expect(said).toMatch(/^DATA_DIR: keys\/secret\.key does not hold/);
  });

  it('takes no contents of an installation whose database is missing, and leaves them', async () => {
    const dir = join(folder, 'left');
    const hash = 'a'.repeat(64);
    await mkdir(join(dir, 'files', 'a'), { recursive: true });
    await writeFile(join(dir, 'files', 'a', hash), 'acta');
    await placeTestDatabase(dir);
    expect(await refusal({ DATA_DIR: dir })).toMatch(/^DATA_DIR: its files belong to an installation/);
    expect(await readFile(join(dir, 'files', 'a', hash), 'utf8')).toBe('acta');
  });

  it('refuses a database whose files are not there, makes no folder for them, and starts without any documents', async () => {
    const { db, url = '' } = database();
    const dir = join(folder, 'unmounted');
    await mkdir(dir);
    const make = createFactories(db);
    const organization = await make.organization();
    const env = { DATA_DIR: dir, DATABASE_URL: url };
    const said = /^DATA_DIR: the database knows documents whose files are not in/;
    await make.record(await make.library(organization), await make.person(organization));
    expect(await refusal(env)).toMatch(said);
    expect(await readdir(dir)).not.toContain('files');
    await mkdir(join(dir, 'files'));
    expect(await refusal(env)).toMatch(said);
    // One of them is enough to know the folder by.
    await placeOneContent(db, dir);
    expect(await refusal(env)).toBe('it started');
  });

  it('says so of an embedded database that is damaged', async () => {
    const dir = join(folder, 'damaged');
    await placeTestDatabase(dir);
    await writeFile(join(dir, 'db', 'global', 'pg_control'), '');
    for (const program of ['main.ts', 'verify.ts']) {
      const { code, lines } = await start({ DATA_DIR: dir }, program);
      expect([code, lines]).toEqual([1, [expect.stringMatching(/^DATA_DIR: its database is damaged\./)]]);
    }
  });

  it.runIf(canMount())(
    'says so of a disk that is full, whichever file is the first that does not fit',
    async () => {
      for (const [at, database] of ['', databaseUrl].entries()) {
        const full = join(folder, `full-${at}`);
        await mkdir(full);
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', full]);
        try {
          execFileSync('sh', ['-c', `head -c 1m /dev/zero > '${full}/filler' 2>/dev/null || true`]);
          const { code, lines } = await start({ DATA_DIR: full, DATABASE_URL: database });
          expect([code, lines]).toEqual([1, ['DATA_DIR: the disk is full.']]);
        } finally {
          execFileSync('umount', [full]);
        }
      }
    },
  );

  it.each([
    ['an open file', { code: 'ENOSPC', syscall: 'write' }, 'DATA_DIR: the disk is full.'],
    ['the flush of a file', { code: 'EIO', syscall: 'fsync' }, 'DATA_DIR: the disk fails.'],
    ['the database’s disk', { code: '53100' }, 'DATABASE_URL: its disk is full.'],
    ['a content', new StorageError('storage_full', 'x'), 'DATA_DIR: the disk is full.'],
    ['a connection', { code: 'EACCES', syscall: 'connect' }, undefined],
  ])('says what is full or fails of %s', (_, fault, line) => {
    expect(startFault(fault)).toBe(line);
  });

  it.each([['demo/cli.ts'], ['sessions-end.ts', '--all'], ['totp-reset.ts', 'ana@example.cl']])(
    'says so of a database that is not there to a command, too: %s',
    async (program, ...given) => {
      const url = databaseAt((each) => Object.assign(each, { pathname: '/no_hay' }));
      const args = given.filter((each) => each !== undefined);
      const { code, lines } = await runCommandHere(program, args, { DATA_DIR: data(), DATABASE_URL: url });
      expect([code, lines]).toEqual([1, ['DATABASE_URL: it has no such database.']]);
    },
  );

  it('says so of an option that a command does not know', async () => {
    const seed = await runCommandHere('demo/cli.ts', ['--nope'], { DATA_DIR: data() });
    expect([seed.code, seed.lines.length]).toEqual([1, 2]);
  });

  it('says so of a port that is in use', async () => {
    const other = createServer();
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
    const { port } = other.address() as { port: number };
    const said = await refusal({ DATA_DIR: data(), DATABASE_URL: emptyUrl(), PORT: String(port) });
    other.close();
    const held = `\\(process ${process.pid}\\) listens there`;
    expect(said).toMatch(new RegExp(`^PORT: .*${process.platform === 'linux' ? held : ''}`));
  });

  it('refuses a database that a newer version has changed, and changes nothing', async () => {
    const { db } = database();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(db);
    const said = await refusal({ DATA_DIR: data(), DATABASE_URL: database().url ?? '' });
    await sql`delete from kysely_migration where name = '9999-later'`.execute(db);
    expect(said).toMatch(/^DATABASE_URL: its database is of a newer Legajo \(9999-later\)\. .*backup/);
  });

  it.each([
    [140_012, 'DATABASE_URL: it is PostgreSQL 14. Legajo needs 15 or newer.'],
    [150_000, undefined],
    [180_001, undefined],
  ])('says of PostgreSQL %i: %s', (number, said) => expect(versionFault(number)).toBe(said));

  it.runIf(process.platform === 'linux').each([
    ['where nobody makes folders', () => '/proc/legajo/data'],
    ['below a file', () => join(folder, 'file', 'data')],
    ['a file', () => join(folder, 'file')],
  ])('says so of a data folder: %s', async (_, dataDir) => {
    for (const database of ['', databaseUrl]) {
      expect(await refusal({ DATA_DIR: dataDir(), DATABASE_URL: database })).toMatch(/^DATA_DIR: /);
    }
  });

  it.each([
    ['a wrong user', (url: URL) => Object.assign(url, { username: 'nadie', password: SECRET })],
    ['a database that is not there', (url: URL) => Object.assign(url, { pathname: '/no_hay' })],
    ['a port where nobody listens', (url: URL) => Object.assign(url, { port: '9' })],
    ['a name that nobody has', (url: URL) => Object.assign(url, { hostname: 'nope.invalid' })],
    ['TLS that it does not speak', (url: URL) => url.searchParams.set('sslmode', 'verify-full')],
  ])('says so of a database, and not its password: %s', async (_, change) => {
    const env = { DATA_DIR: data(), DATABASE_URL: databaseAt(change) };
    const said = await refusal(env);
    expect(said).toMatch(/^DATABASE_URL: /);
    expect(said).not.toContain(SECRET);
    for (const program of ['reset-cursors.ts', 'verify.ts']) {
      const { code, lines } = await runCommandHere(program, [], env);
      expect([program, code, lines]).toEqual([program, 1, [expect.stringMatching(/^DATABASE_URL: /)]]);
      expect(lines.join('')).not.toContain(SECRET);
    }
  });

  it('says no password where the whole program ends by it', async () => {
    const url = databaseAt((each) => Object.assign(each, { username: 'nadie', password: SECRET }));
    for (const program of ['main.ts', 'verify.ts']) {
      const { code, lines } = await start({ DATA_DIR: data(), DATABASE_URL: url }, program);
      expect([program, code, lines]).toEqual([program, 1, [expect.stringMatching(/^DATABASE_URL: /)]]);
      expect(lines.join('')).not.toContain(SECRET);
    }
  });

  it('says so of a disk that has no room for the demo', async () => {
    const env = { DATA_DIR: data(), DATABASE_URL: emptyUrl(), DEMO: 'local', FREE_SPACE_MIN: '100TiB' };
    expect(await refusal(env)).toMatch(/^DATA_DIR: .*FREE_SPACE_MIN/);
  });
});
