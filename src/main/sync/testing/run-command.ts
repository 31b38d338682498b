import { type StdioOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { TEST_PASSWORD } from '../../../../server/testing/factories.ts';

export interface RunOptions {
  /** `undefined` for none in the environment. */
  readonly password?: string | undefined;
  /** What is typed; nothing, and no terminal, without it. */
  readonly typed?: string;
  /** File descriptors that take the place of standard output and standard error. */
  readonly output?: readonly [number | 'pipe', number | 'pipe'];
}

/** Runs the real command as a person or a service does, until it ends by itself. */
export function runCommand(
  args: readonly string[],
  options: RunOptions = {},
): Promise<{ code: number | null; said: string }> {
  const { typed, output = ['pipe', 'pipe'] } = options;
  const password = 'password' in options ? options.password : TEST_PASSWORD;
  const { LEGAJO_PASSWORD: _, LEGAJO_CODE: __, ...inherited } = process.env;
  const given = password === undefined ? {} : { LEGAJO_PASSWORD: password };
  const stdio: StdioOptions = [typed === undefined ? 'ignore' : 'pipe', ...output];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../host/cli/cli.ts'), ...args], {
      stdio,
      env: { ...inherited, ...given, LEGAJO_DEBUG: '', NODE_NO_WARNINGS: '1' },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data) => {
        said += String(data);
      });
    child.stdin?.end(typed);
    child.once('close', (code) => resolve({ code, said }));
  });
}
