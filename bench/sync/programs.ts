import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

export const run = promisify(execFile);

const WATCH_MS = 100;

/** A program that runs until it is ended, and its resource usage. */
export interface Program {
  readonly pid: number;
  /** Its output so far, both streams. */
  output(): string;
  /** CPU seconds used, to a tenth; also after its end. */
  cpu(): number;
  /** Resolves with its exit code when it ends by itself. */
  readonly ended: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  }) as ChildProcess;
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-200_000);
    });
  let cpu = 0;
  const look = () => {
    try {
      cpu = usage(child.pid ?? 0).cpu;
    } catch {
      // It has ended: the last measurement counts.
    }
  };
  const watch = setInterval(look, WATCH_MS);
  const ended = once(child, 'exit').then(([code]) => {
    clearInterval(watch);
    return code as number | null;
  });
  return {
    pid: child.pid ?? 0,
    output: () => printed,
    cpu() {
      look();
      return cpu;
    },
    ended,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

/** Whether a program is installed. */
export async function isInstalled(command: string): Promise<boolean> {
  return run('sh', ['-c', `command -v ${command}`]).then(
    () => true,
    () => false,
  );
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

const TICKS_PER_SECOND = 100;

/** CPU seconds and memory in bytes of a process; only on Linux. */
export function usage(pid: number): { readonly cpu: number; readonly memory: number; readonly peak: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The process name may contain spaces, so the fields are read after its closing bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return {
    // Its own, and those of its ended children.
    cpu: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND,
    memory: kib('VmRSS') * 1024,
    peak: kib('VmHWM') * 1024,
  };
}

/** CPU seconds of all processes of this name; only on Linux. */
export function usageOfAll(name: string): number {
  let cpu = 0;
  for (const pid of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name) cpu += usage(Number(pid)).cpu;
    } catch {
      // It has ended: its parent counts it.
    }
  }
  return cpu;
}

/** Polls until something exists. Throws after `limit` milliseconds. */
export async function until<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  what: () => string,
  limit: number,
  every = 100,
): Promise<T> {
  const end = performance.now() + limit;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`Waited in vain for ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}
