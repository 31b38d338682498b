import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fencedEnvironment } from '../fence/fenced-program.ts';
import { BARE, findFence } from '../fence/find-fence.ts';
import type { ProgramLimits } from '../fence/limits.ts';
import type { FencePlan } from '../fence/plan.ts';
import { openWorkFolder } from '../fence/work-folder.ts';
import { EXTRACT_LIMITS, type Extraction, type TextKind } from './extraction.ts';

/** Reads the words of documents, one at a time. */
export interface Extractor {
  /** Never fails: what cannot be read has a reason. Calls wait for each other. */
  extract(bytes: Uint8Array, kind: TextKind): Promise<Extraction>;
  close(): Promise<void>;
}

// Sources run as they are under Node; a bundle carries the worker beside itself as JavaScript.
const fromSources = import.meta.url.endsWith('.ts');
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const workerPath = at(`./extract.worker${fromSources ? '.ts' : '.js'}`);
/** The worker's own code: of all files, these it may read. */
const CODE = fromSources
  ? [at('..'), ...['src/shared', 'node_modules', 'package.json'].map((path) => at(`../../../${path}`))]
  : [dirname(workerPath)];
const PROCESS_ARGS = [
  `--max-old-space-size=${EXTRACT_LIMITS.heapMb}`,
  '--permission',
  ...[...new Set(CODE.flatMap((path) => [path, realpathSync(path)]))].map(
    (path) => `--allow-fs-read=${path}`,
  ),
  '--no-warnings',
];
/** What the kernel bounds; time is bounded for each document, since the process lives on. */
const PROCESS_LIMITS: ProgramLimits = {
  wallMs: EXTRACT_LIMITS.timeMs,
  cpuSeconds: null,
  addressBytes: null,
  // Above what it is ended for: this catches what grows between two looks.
  dataBytes: EXTRACT_LIMITS.residentBytes + 512 * 1024 ** 2,
  fileBytes: 0,
  openFiles: 256,
  processes: 64,
  outputBytes: 1024,
};
/** How V8 ends where memory ends. */
const OUT_OF_MEMORY: readonly (string | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGILL'];
/** An idle process is let go; it starts in a tenth of a second. */
const IDLE_MS = 30_000;
const WATCH_MS = 200;
/** Nobody has less to do with the server's memory than this page size. */
const PAGE_BYTES = 4096;

export interface ExtractorSurroundings {
  readonly log?: { info(about: object, message: string): void };
  /** The data folder, which the process shall not see. */
  readonly dataDir?: string;
}

/**
 * Documents are read in a process of their own, since a thread that runs out of memory takes the server with it. It
 * runs behind the fences that this system has (decision 0044), is killed when a document takes too long or too much,
 * and the next one starts a new one.
 */
export function createExtractor(
  { log, dataDir }: ExtractorSurroundings = {},
  limits: { timeMs: number; residentBytes: number } = EXTRACT_LIMITS,
): Extractor {
  let fence: Promise<FencePlan> | undefined;
  /** Processes whose folders are still to be removed. */
  const leaving = new Set<Promise<void>>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let closed = false;

  async function look(): Promise<FencePlan> {
    const probe = { program: process.execPath, args: [...PROCESS_ARGS, workerPath] };
    const hide = dataDir ?? null;
    const plan = (await findFence({ probe, limits: PROCESS_LIMITS, hide, forks: false })) ?? BARE;
    log?.info({ program: 'extractor', holds: plan.holds, missing: plan.missing }, 'fences of a program');
    return plan;
  }

  async function start(): Promise<ChildProcess> {
    fence ??= look();
    const plan = await fence;
    const folder = await openWorkFolder(plan.owner);
    const program = { program: process.execPath, args: PROCESS_ARGS };
    const { file, args, user } = plan.command({ ...program, limits: PROCESS_LIMITS, folder: folder.path });
    const made = fork(workerPath, {
      execPath: file,
      execArgv: [...args],
      ...user,
      cwd: folder.path,
      env: fencedEnvironment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // The server's own work comes first. Elsewhere the command itself says so.
    if (made.pid && process.platform === 'win32')
      setPriority(made.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const { promise: gone, resolve: left } = Promise.withResolvers<void>();
    const ended = (): void => {
      if (child === made) child = undefined;
      left();
    };
    made.once('exit', ended);
    made.once('error', ended);
    const removed = gone.then(folder.remove).catch(() => undefined);
    leaving.add(removed);
    void removed.then(() => leaving.delete(removed));
    return made;
  }

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  async function once(bytes: Uint8Array, kind: TextKind): Promise<Extraction> {
    clearTimeout(idle);
    child ??= await start();
    const running = child;
    // It was closed in the meantime.
    if (closed) end();
    return new Promise((resolve) => {
      const settle = (extraction: Extraction, over = true): void => {
        clearTimeout(late);
        clearInterval(watch);
        running.removeAllListeners('message');
        running.off('exit', died);
        running.off('error', died);
        if (over) end();
        resolve(extraction);
      };
      // Anything else is a fault of ours.
      const died = (): void =>
        settle({ none: OUT_OF_MEMORY.includes(running.signalCode) ? 'memory' : 'failed' });
      const late = setTimeout(() => settle({ none: 'timeout' }), limits.timeMs);
      const watch = setInterval(() => {
        void resident(running.pid).then((used) => {
          if (used > limits.residentBytes) settle({ none: 'memory' });
        });
      }, WATCH_MS);
      running.once('message', (extraction: Extraction) => settle(extraction, false));
      running.once('exit', died);
      running.once('error', died);
      running.send({ kind, bytes }, (error) => {
        if (error) died();
      });
    });
  }

  return {
    extract(bytes, kind) {
      const result = turn.then(async () => {
        if (closed) return { none: 'failed' } as const;
        const extraction = await once(bytes, kind);
        idle = setTimeout(end, IDLE_MS);
        idle.unref();
        return extraction;
      });
      turn = result;
      return result;
    },
    async close() {
      closed = true;
      end();
      await turn;
      await Promise.all(leaving);
    },
  };
}

/** Bytes that a process holds; 0 where the system does not say. */
async function resident(pid: number | undefined): Promise<number> {
  if (pid === undefined || process.platform !== 'linux') return 0;
  const pages = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
  return Number(pages.split(' ')[1] ?? 0) * PAGE_BYTES;
}
