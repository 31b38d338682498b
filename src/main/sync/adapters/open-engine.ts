import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { Engine } from '../engine/engine.ts';
import { DEFAULT_OPTIONS, type EngineListener, type EngineOptions } from '../engine/engine-parts.ts';
import { JOURNAL } from '../engine/layout.ts';
import { dropDownloads } from '../executors/leftovers.ts';
import { RootError } from '../host/root-error.ts';
import { Runner } from '../host/runner.ts';
import { DEFAULT_RUNNER, type RunnerListener, type RunnerOptions } from '../host/runner-parts.ts';
import { FilesError } from '../ports/files.ts';
import { DirectoryWatcher } from './disk/directory-watcher.ts';
import { codeOf, filesError } from './disk/disk-errors.ts';
import { DiskFiles } from './disk/disk-files.ts';
import { makeFolders } from './disk/make-folders.ts';
import { HttpClient, type TokenSource } from './http/http-client.ts';
import { HttpRemote } from './http/http-remote.ts';
import { SocketChannel } from './http/socket-channel.ts';
import type { Network } from './network.ts';
import { newId } from './new-id.ts';
import { openJournal } from './open-journal.ts';
import { RootLease } from './root-lease.ts';
import { assertNotNested, lockRoot } from './root-lock.ts';
import { SpareMemory } from './spare-memory.ts';
import type { SqliteJournal } from './sqlite-journal.ts';
import { systemClock } from './system-clock.ts';

export interface OpenOptions {
  readonly server: string;
  /** Absolute. */
  readonly root: string;
  /** The folder of the journal; never inside the root. */
  readonly dataDir: string;
  readonly tokens: TokenSource;
  /** Proxy and speed; direct and unlimited where it is missing. */
  readonly network?: Network;
  /** The desktop's name on its person's screens. */
  readonly name: string;
  readonly platform: string;
  readonly engine?: Partial<EngineOptions>;
  readonly runner?: Partial<RunnerOptions>;
}

export interface OpenEngine {
  readonly engine: Engine;
  readonly runner: Runner;
  readonly clientId: string;
  /** The absolute path of a path below the root. */
  absolute(path: string): string;
  /** Counts of the journal's rows. */
  figures(): Promise<Readonly<Record<string, number>>>;
  /** Closes the journal. The loop must have ended before. */
  close(): void;
}

/**
 * Makes the engine from the real disk, server, clock and journal of one person. Throws `FilesError` (`full`) where the
 * disk has no room for the journal.
 */
export async function openEngine(
  options: OpenOptions,
  listener: EngineListener & RunnerListener,
): Promise<OpenEngine> {
  // Before anything is made in it.
  assertNotNested(resolve(options.root));
  const files = await DiskFiles.open(options.root);
  const root = files.absolute('');
  for (const folder of [root, resolve(options.root)])
    if (isInside(resolve(options.dataDir), folder)) throw new RootError('state_inside', root);
  const unlockRoot = lockRoot(root);
  try {
    return await openLocked(options, listener, files, unlockRoot);
  } catch (error) {
    unlockRoot();
    throw codeOf(error) === 'full' ? filesError(error, JOURNAL) : error;
  }
}

/** Where the disk is full, unfinished downloads give their room back: without a journal nothing else can begin. */
async function withRoom<T>(files: DiskFiles, open: () => T): Promise<T> {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof FilesError) || error.code !== 'full') throw error;
    await dropDownloads(files);
    return open();
  }
}

async function openLocked(
  options: OpenOptions,
  listener: EngineListener & RunnerListener,
  files: DiskFiles,
  unlockRoot: () => void,
): Promise<OpenEngine> {
  const http = new HttpClient(options.server, options.tokens, options.network);
  const { _id: userId } = await http.call('session', {});
  // Each person has a journal of their own: one must not learn what another sees.
  const folder = join(options.dataDir, userId);
  makeFolders(folder, 0o700);
  const claim = new RootLease(files.absolute(''));
  const journal = await withRoom(files, () =>
    openJournal(join(folder, 'journal.db'), new Date(), listener.onLog),
  );
  try {
    const clientId = await registered(http, journal, options);
    const channel = new SocketChannel(http, { userId, clientId }, listener.onLog);
    const remote = new HttpRemote(http, (path) => files.absolute(path));
    const ports = { files, remote, journal, channel, clock: systemClock, newId, claim };
    const engine = new Engine(ports, { ...DEFAULT_OPTIONS, ...options.engine }, listener);
    const watcher = new DirectoryWatcher(files.absolute(''));
    const runnerOptions = { ...DEFAULT_RUNNER, ...options.runner };
    const memory = new SpareMemory();
    const runner = new Runner(engine, { ...ports, watcher }, runnerOptions, {
      onStatus: (status, problem) => listener.onStatus(status, problem),
      onQuestion: (question) => listener.onQuestion(question),
      onLog: (text) => listener.onLog(text),
      onCycle: (cycle) => {
        memory.worked();
        listener.onCycle(cycle);
      },
    });
    return {
      engine,
      runner,
      clientId,
      absolute: (path) => files.absolute(path),
      figures: async () => {
        const { remote, synced, libraries, operations, blocked } = engine.memory.content;
        const files = await Promise.all(['', '-wal'].map((end) => sizeOf(join(folder, `journal.db${end}`))));
        return {
          libraries: libraries.size,
          remote: remote.size,
          synced: synced.size,
          operations: operations.size,
          blocked: blocked.size,
          bytes: files.reduce((sum, size) => sum + size, 0),
        };
      },
      close: () => {
        memory.close();
        journal.close();
        claim.release();
        unlockRoot();
      },
    };
  } catch (error) {
    journal.close();
    claim.release();
    throw error;
  }
}

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** This desktop's id on the server: the one in the journal, if the server still knows it. */
async function registered(http: HttpClient, journal: SqliteJournal, options: OpenOptions): Promise<string> {
  const meta = journal.meta();
  const known = meta.get('client');
  if (known && (await http.call('clients', {})).some((client) => client._id === known)) return known;
  const body = { name: options.name.slice(0, 80), platform: options.platform.slice(0, 40) };
  // The same id until an answer comes: a lost answer must not leave a second desktop behind.
  const [lastId, lastBody] = JSON.parse(meta.get('registering') ?? '[]') as [string?, string?];
  const opId = lastId !== undefined && lastBody === JSON.stringify(body) ? lastId : newId();
  const asked = JSON.stringify([opId, JSON.stringify(body)]);
  journal.commit([{ type: 'meta', key: 'registering', value: asked }]);
  const { _id } = await http.call('clientCreate', { body }, { opId });
  journal.commit([
    { type: 'meta', key: 'client', value: _id },
    { type: 'meta', key: 'registering', value: '[]' },
  ]);
  return _id;
}
