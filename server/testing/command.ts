import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = resolve(import.meta.dirname, '../..');

export interface Ended {
  readonly code: number | null;
  /** What it wrote to both streams, stdout first. */
  readonly lines: readonly string[];
}

/** Runs a command of the server as an operator does, to its end. @param program its path below `server/` */
export async function runServerCommand(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
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
