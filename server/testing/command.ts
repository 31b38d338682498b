import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { format } from 'node:util';
import { vi } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

export interface Ended {
  readonly code: number | null;
  /** What it wrote to both streams, stdout first. */
  readonly lines: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a command of the server as an operator does, to its end. @param program its path below `server/` */
export async function runServerCommand(
  program: string,
  args: readonly string[],
  env: Environment,
): Promise<Ended> {
  const child = spawn(process.execPath, [join(ROOT, 'server', program), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [code, ...said] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, lines: said.join('').trim().split('\n') };
}

/** Thrown in the place of `process.exit`, which never returns. */
class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit with ${code}`);
    this.code = code;
  }
}

let loaded = 0;

/**
 * Runs the same program inside this process: starting Node and loading the server takes many times what most commands
 * do. Only a process of its own (`runServerCommand`) shows that nothing keeps the command from ending, and that Node
 * can load it: each program has such a test, too.
 *
 * The program has this process's arguments, environment and output for as long as it runs, so one runs at a time.
 */
export async function runCommandHere(
  program: string,
  args: readonly string[],
  env: Environment,
): Promise<Ended> {
  const { argv, env: outer, exitCode } = process;
  const said = { out: '', err: '' };
  const lineTo =
    (stream: keyof typeof said) =>
    (...given: unknown[]): void => {
      said[stream] += `${format(...given)}\n`;
    };
  const writeTo =
    (stream: keyof typeof said) =>
    (chunk: string | Uint8Array): boolean => {
      said[stream] += Buffer.from(chunk as Uint8Array).toString();
      return true;
    };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(lineTo('out')),
    vi.spyOn(console, 'warn').mockImplementation(lineTo('err')),
    vi.spyOn(console, 'error').mockImplementation(lineTo('err')),
    vi.spyOn(process.stdout, 'write').mockImplementation(writeTo('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(writeTo('err')),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Exit(Number(code ?? process.exitCode ?? 0));
    }),
  ];
  try {
    process.argv = [process.execPath, join(ROOT, 'server', program), ...args];
    process.env = { PATH: outer.PATH, ...env };
    process.exitCode = undefined;
    loaded += 1;
    // A module runs once; under another address it runs again, and what it imports does not.
    const code = await import(`${join(ROOT, 'server', program)}?run=${loaded}`).then(
      () => Number(process.exitCode ?? 0),
      (error: unknown) => {
        if (error instanceof Exit) return error.code;
        throw error;
      },
    );
    return { code, lines: `${said.out}${said.err}`.trim().split('\n') };
  } finally {
    for (const spy of spies) spy.mockRestore();
    Object.assign(process, { argv, env: outer, exitCode });
  }
}
