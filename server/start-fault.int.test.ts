import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { loadConfig } from './config.ts';
import { startServer } from './container.ts';
import { StorageError } from './platform/storage/storage.ts';
import { startFault } from './start-fault.ts';
import { createFactories } from './testing/factories.ts';
import type {} from './testing/global-setup.ts';
import { placeOneContent } from './testing/one-content.ts';
import { useTestDatabase } from './testing/test-database.ts';

const SECRET = 'clave-de-la-base';
const root = resolve(import.meta.dirname, '..');

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** Starts a server, or one of its commands, that cannot go on. @returns what it said */
async function start(env: Record<string, string>, program = 'server/main.ts', ...args: string[]) {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, lines: said.trim().split('\n') };
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

describe('a server that cannot start', { timeout: 120_000 }, () => {
  const database = useTestDatabase('postgres');
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
    const { code, lines } = await start({ DATA_DIR: data(), ...env });
    expect([code, lines]).toEqual([1, [expect.stringMatching(line)]]);
  });

  it.each([
    [51, 'DATA_DIR: the disk is full.'],
    [2, 'DATA_DIR: this account may not write there.'],
    [69, 'DATA_DIR: the disk can only be read.'],
    [29, 'DATA_DIR: the database cannot be written there.'],
  ])('says what the embedded database means by its error %i', (errno, line) => {
    expect(startFault({ name: 'ErrnoError', errno })).toBe(line);
  });

  it('says so of keys that are none', async () => {
    const dir = join(folder, 'keys-lost');
    await mkdir(join(dir, 'keys'), { recursive: true });
    await writeFile(join(dir, 'keys', 'secret.key'), '');
    const { code, lines } = await start({ DATA_DIR: dir, DATABASE_URL: databaseUrl });
    expect([code, lines]).toEqual([1, [expect.stringMatching(/^DATA_DIR: keys\/secret\.key does not hold/)]]);
  });

  it('takes no contents of an installation whose database is missing, and leaves them', async () => {
    const dir = join(folder, 'left');
    const hash = 'a'.repeat(64);
    await mkdir(join(dir, 'files', 'a'), { recursive: true });
    await writeFile(join(dir, 'files', 'a', hash), 'acta');
    const { code, lines } = await start({ DATA_DIR: dir, DEMO: 'no' });
    expect([code, lines]).toEqual([
      1,
      [expect.stringMatching(/^DATA_DIR: its files belong to an installation/)],
    ]);
    expect(await readFile(join(dir, 'files', 'a', hash), 'utf8')).toBe('acta');
  });

  it('refuses a database whose files are not there, makes no folder for them, and starts without any documents', async () => {
    const { db, url = '' } = database();
    const dir = join(folder, 'unmounted');
    await mkdir(dir);
    const make = createFactories(db);
    const organization = await make.organization();
    const env = { DATA_DIR: dir, DATABASE_URL: url };
    const said = [
      1,
      [expect.stringMatching(/^DATA_DIR: the database knows documents whose files are not in/)],
    ];
    await make.record(await make.library(organization), await make.person(organization));
    const refused = await start(env);
    expect([refused.code, refused.lines]).toEqual(said);
    expect(await readdir(dir)).not.toContain('files');
    await mkdir(join(dir, 'files'));
    const empty = await start(env);
    expect([empty.code, empty.lines]).toEqual(said);
    // One of them is enough to know the folder by.
    await placeOneContent(db, dir);
    const running = await startServer({
      ...loadConfig({ ...env, PORT: '0', LOG_LEVEL: 'silent', DEMO: 'no', HOST: '127.0.0.1' }),
    });
    await running.stop();
  });

  it('says so of an embedded database that is damaged', async () => {
    const dir = join(folder, 'damaged');
    const running = startServer({
      ...loadConfig({ DATA_DIR: dir, PORT: '0', LOG_LEVEL: 'silent', DEMO: 'no' }),
    });
    await (await running).stop();
    await writeFile(join(dir, 'db', 'global', 'pg_control'), '');
    for (const program of ['server/main.ts', 'server/verify.ts']) {
      const { code, lines } = await start({ DATA_DIR: dir, DEMO: 'no' }, program);
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

  it('says so of a database that is not there to a command, too, and of an option that it does not know', async () => {
    const url = databaseAt((each) => Object.assign(each, { pathname: '/no_hay' }));
    for (const program of ['server/demo/cli.ts', 'server/sessions-end.ts', 'server/totp-reset.ts']) {
      const args = { 'server/sessions-end.ts': ['--all'], 'server/totp-reset.ts': ['ana@example.cl'] };
      const given = args[program as keyof typeof args] ?? [];
      const { code, lines } = await start({ DATA_DIR: data(), DATABASE_URL: url }, program, ...given);
      expect([program, code, lines]).toEqual([program, 1, ['DATABASE_URL: it has no such database.']]);
    }
    const seed = await start({ DATA_DIR: data() }, 'server/demo/cli.ts', '--nope');
    expect([seed.code, seed.lines.length]).toEqual([1, 2]);
  });

  it('says so of a port that is in use', async () => {
    const other = createServer();
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
    const { port } = other.address() as { port: number };
    const { code, lines } = await start({ DATA_DIR: data(), PORT: String(port) });
    other.close();
    expect([code, lines]).toEqual([1, [expect.stringMatching(/^PORT: /)]]);
  });

  it.runIf(process.platform === 'linux').each([
    ['where nobody makes folders', () => '/proc/legajo/data'],
    ['below a file', () => join(folder, 'file', 'data')],
    ['a file', () => join(folder, 'file')],
  ])('says so of a data folder: %s', async (_, dataDir) => {
    for (const database of ['', databaseUrl]) {
      const { code, lines } = await start({ DATA_DIR: dataDir(), DATABASE_URL: database });
      expect([code, lines]).toEqual([1, [expect.stringMatching(/^DATA_DIR: /)]]);
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
    for (const program of ['server/main.ts', 'server/reset-cursors.ts', 'server/verify.ts']) {
      const { code, lines } = await start(env, program);
      expect([program, code, lines]).toEqual([program, 1, [expect.stringMatching(/^DATABASE_URL: /)]]);
      expect(lines.join('')).not.toContain(SECRET);
    }
  });

  it('says so of a disk that has no room for the demo', async () => {
    const { code, lines } = await start({ DATA_DIR: data(), DEMO: 'local', FREE_SPACE_MIN: '100TiB' });
    expect([code, lines]).toEqual([1, [expect.stringMatching(/^DATA_DIR: .*FREE_SPACE_MIN/)]]);
  });
});
