import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { EXTRACT_LIMITS, type Extraction, type TextKind } from './extraction.ts';

/** Reads the words of documents, one at a time. */
export interface Extractor {
  /** Never fails: what cannot be read has a reason. Calls wait for each other. */
  extract(bytes: Uint8Array, kind: TextKind): Promise<Extraction>;
  close(): Promise<void>;
}

// Sources run as they are under Node; a bundle carries the worker beside itself as JavaScript.
const workerPath = fileURLToPath(
  new URL(`./extract.worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
);
/** An idle process is let go; it starts in a tenth of a second. */
const IDLE_MS = 30_000;
const WATCH_MS = 200;
/** Nobody has less to do with the server's memory than this page size. */
const PAGE_BYTES = 4096;

/**
 * Documents are read in a process of their own, since a thread that runs out of memory takes the server with it. It is
 * killed when a document takes too long or too much, and the next one starts a new one.
 */
export function createExtractor(
  limits: { timeMs: number; residentBytes: number } = EXTRACT_LIMITS,
): Extractor {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let closed = false;

  function start(): ChildProcess {
    const made = fork(workerPath, {
      execArgv: [
        `--max-old-space-size=${EXTRACT_LIMITS.heapMb}`,
        '--permission',
        '--allow-fs-read=*',
        '--no-warnings',
      ],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // The server's own work comes first.
    if (made.pid) setPriority(made.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    made.on('exit', () => {
      if (child === made) child = undefined;
    });
    return made;
  }

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  function once(bytes: Uint8Array, kind: TextKind): Promise<Extraction> {
    clearTimeout(idle);
    child ??= start();
    const running = child;
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
      // V8 gives up with SIGABRT where its heap is full; anything else is a fault of ours.
      const died = (): void => settle({ none: running.signalCode === 'SIGABRT' ? 'memory' : 'failed' });
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
    },
  };
}

/** Bytes that a process holds; 0 where the system does not say. */
async function resident(pid: number | undefined): Promise<number> {
  if (pid === undefined || process.platform !== 'linux') return 0;
  const pages = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
  return Number(pages.split(' ')[1] ?? 0) * PAGE_BYTES;
}
