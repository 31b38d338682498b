import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { fencedEnvironment } from './fenced-program.ts';
import { READY } from './fenced-worker.ts';
import { BARE, findFence } from './find-fence.ts';
import type { ProgramLimits } from './limits.ts';
import type { FencePlan } from './plan.ts';
import { openWorkFolder } from './work-folder.ts';

/** A Node process that reads hostile files, and its limits for one file. */
export interface FencedNodeOptions {
  readonly name: string;
  /** Its module, without extension, and the URL of the module that asks. */
  readonly worker: string;
  readonly from: string;
  /** JavaScript heap, in MiB. */
  readonly heapMb: number;
  /** All of its memory, in bytes. */
  readonly residentBytes: number;
  /**
   * For one question, in milliseconds of processor time where the system tells it (Linux), so that a busy machine does
   * not make a file one that cannot be read. At most `WALL_FACTOR` times as long passes by the clock.
   */
  readonly timeMs: number;
  readonly log?: { info(about: object, message: string): void };
  /** The data folder, which it must not see. */
  readonly dataDir?: string;
}

/**
 * Why there is no answer. All but `failed` are faults of what was asked, for example of a hostile file: it took too much
 * time or memory, or the process ended over it. `failed` means that the process could not be started or asked.
 */
export type Ended = 'timeout' | 'memory' | 'crashed' | 'failed';

export interface FencedNode<Question, Answer> {
  /** Never rejects. Calls wait for each other. */
  ask(question: Question): Promise<{ answer: Answer } | { ended: Ended }>;
  close(): Promise<void>;
}

/** An idle process is ended after this long; starting it takes a tenth of a second. */
const IDLE_MS = 30_000;
const WATCH_MS = 200;
/** How many times its limit of processor time a question may take by the clock. */
export const WALL_FACTOR = 3;
/** How long a process may take to load its code on a busy machine. */
const START_MS = 60_000;
/** Linux counts processor time in hundredths of a second, on every machine. */
const TICK_MS = 10;
/** The smallest page size of any supported system. */
const PAGE_BYTES = 4096;
/** The signals and exit codes with which V8 ends when memory is exhausted. */
const OUT_OF_MEMORY: readonly (string | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGILL'];

const at = (path: string, from = import.meta.url): string => fileURLToPath(new URL(path, from));
/** Sources run as they are; the server's package holds them without their types, in the same folders. */
const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
const SOURCES = ['server', 'src/shared', 'node_modules', 'package.json'].map((path) =>
  at(`../../../${path}`),
);

/**
 * A process that answers one question at a time, behind the fences that this system offers (decision 0044). It is ended
 * when a question takes too much time or memory, and the next question starts a new one. It does not keep this process
 * alive, and ends with it.
 */
export function createFencedNode<Question, Answer>(options: FencedNodeOptions): FencedNode<Question, Answer> {
  const { name, heapMb, residentBytes, timeMs, log, dataDir } = options;
  const worker = at(`${options.worker}${EXTENSION}`, options.from);
  // Elsewhere the clock is all there is.
  const wallMs = process.platform === 'linux' ? WALL_FACTOR * timeMs : timeMs;
  const limits: ProgramLimits = {
    // Time is limited for each question, since the process lives on.
    wallMs,
    cpuSeconds: null,
    addressBytes: null,
    // Above the limit at which it is ended: this catches what grows between two checks.
    dataBytes: residentBytes + 512 * 1024 ** 2,
    fileBytes: 0,
    openFiles: 256,
    processes: 64,
    outputBytes: 1024,
  };
  let fence: Promise<FencePlan> | undefined;
  /** Ended processes whose folders are still to be removed. */
  const leaving = new Set<Promise<void>>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let closed = false;

  /** It may read its own code, and no other file. It may write nothing and start nothing. */
  const nodeArgs = (): string[] => {
    const real = new Set(SOURCES.flatMap((path) => [path, realpathSync(path)]));
    const readable = [...real].map((path) => `--allow-fs-read=${path}`);
    return [`--max-old-space-size=${heapMb}`, '--permission', ...readable, '--no-warnings'];
  };

  async function look(args: readonly string[]): Promise<FencePlan> {
    // Without a channel it has nothing to wait for, and ends once it is loaded.
    const probe = { program: process.execPath, args: [...args, worker] };
    const plan = (await findFence({ probe, limits, hide: dataDir ?? null, forks: false })) ?? BARE;
    log?.info({ program: name, holds: plan.holds, missing: plan.missing }, 'fences of a program');
    return plan;
  }

  async function start(): Promise<ChildProcess> {
    const own = nodeArgs();
    fence ??= look(own);
    const plan = await fence;
    const folder = await openWorkFolder(plan.owner);
    const run = { program: process.execPath, args: own, limits, folder: folder.path };
    const { file, args, user } = plan.command(run);
    const made = fork(worker, {
      execPath: file,
      execArgv: [...args],
      ...user,
      cwd: folder.path,
      env: fencedEnvironment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // The server's own work has priority. On other systems the command itself lowers the priority.
    if (made.pid && process.platform === 'win32')
      setPriority(made.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const { promise: gone, resolve: left } = Promise.withResolvers<void>();
    const ended = (): void => {
      if (child === made) child = undefined;
      left();
    };
    // An error may come more than once, and after the exit: without a listener it would end this process.
    made.on('exit', ended);
    made.on('error', ended);
    const removed = gone.then(folder.remove);
    leaving.add(removed);
    void removed.then(() => leaving.delete(removed));
    if (!(await isReady(made))) {
      made.kill('SIGKILL');
      throw new Error(`${name} did not start`);
    }
    return made;
  }

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  async function once(question: Question): Promise<{ answer: Answer } | { ended: Ended }> {
    clearTimeout(idle);
    child ??= await start();
    const running = child;
    // It was closed in the meantime.
    if (closed) end();
    hold(running, true);
    return new Promise((resolve) => {
      const settle = (outcome: { answer: Answer } | { ended: Ended }): void => {
        clearTimeout(late);
        clearInterval(watch);
        running.removeAllListeners('message');
        running.off('exit', died);
        running.off('error', died);
        hold(running, false);
        if ('ended' in outcome) {
          const { exitCode, signalCode } = running;
          log?.info({ program: name, ended: outcome.ended, exitCode, signalCode }, 'a reader ended early');
          end();
        }
        resolve(outcome);
      };
      const died = (): void =>
        settle({ ended: OUT_OF_MEMORY.includes(running.signalCode) ? 'memory' : 'crashed' });
      const late = setTimeout(() => settle({ ended: 'timeout' }), wallMs);
      let before: number | undefined;
      const look = async (): Promise<void> => {
        const used = await usage(running.pid);
        before ??= used?.processorMs;
        if (!used || before === undefined) return;
        if (used.residentBytes > residentBytes) settle({ ended: 'memory' });
        else if (used.processorMs - before > timeMs) settle({ ended: 'timeout' });
      };
      const watch = setInterval(() => void look(), WATCH_MS);
      running.once('message', (answer) => settle({ answer: answer as Answer }));
      running.once('exit', died);
      running.once('error', died);
      running.send(question as object, (error) => {
        if (error) settle({ ended: 'failed' });
      });
    });
  }

  return {
    ask(question) {
      const result = turn.then(async () => {
        if (closed) return { ended: 'failed' } as const;
        const outcome = await once(question).catch(() => ({ ended: 'failed' }) as const);
        idle = setTimeout(end, IDLE_MS);
        idle.unref();
        return outcome;
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

/** Resolves when a process says that it has loaded; false where it ends or takes too long before. */
function isReady(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (ready: boolean): void => {
      clearTimeout(late);
      child.off('message', said);
      child.off('exit', ended);
      child.off('error', ended);
      resolve(ready);
    };
    const said = (message: unknown): void => settle(message === READY);
    const ended = (): void => settle(false);
    const late = setTimeout(ended, START_MS);
    child.once('message', said);
    child.once('exit', ended);
    child.once('error', ended);
  });
}

/** Lets the child keep this process alive only while it has a question. */
function hold(child: ChildProcess, alive: boolean): void {
  if (alive) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

/** Memory and processor time of a process so far; undefined where the system does not say. */
async function usage(
  pid: number | undefined,
): Promise<{ residentBytes: number; processorMs: number } | undefined> {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // Its second field is a name that may hold anything, parentheses and spaces included; the third comes after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 22) return undefined;
  const [user = 0, system = 0, pages = 0] = [fields[11], fields[12], fields[21]].map(Number);
  return { residentBytes: pages * PAGE_BYTES, processorMs: (user + system) * TICK_MS };
}
