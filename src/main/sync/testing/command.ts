import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { TEST_PASSWORD } from '../../../../server/testing/factories.ts';
import type { TestDesktop } from './desktop.ts';
import type { DiskWorld } from './disk-world.ts';

/** What is to happen to a running engine, and when (`at-point.ts`). */
export type Point = {
  /** A function of `node:fs/promises`, or of `node:fs` where its name ends in Sync. */
  readonly call: 'link' | 'linkSync' | 'rename' | 'renameSync' | 'unlink' | 'openSync';
  /** The call is meant that has a path with this in it. */
  readonly path: string;
  /** Right after it has returned, or right before the journal's next commit. */
  readonly at: 'call' | 'commit';
} & (
  | { readonly action: 'kill' }
  | {
      readonly action: 'append' | 'save by rename';
      /** Absolute. */
      readonly file: string;
      readonly text: string;
    }
);

export interface CommandOptions {
  readonly point?: Point;
  /** Ends after one comparison; else it runs until it is told to stop. */
  readonly once?: boolean;
  /** A program that starts Node under other conditions, with its arguments. */
  readonly under?: readonly string[];
  /** More modules to load first. */
  readonly preload?: readonly string[];
  readonly args?: readonly string[];
}

/** The real command in a process of its own, on the root and the journal of a desktop that is not running. */
export class Command {
  output = '';
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;

  constructor(world: DiskWorld, desktop: TestDesktop, options: CommandOptions = {}) {
    const { point, once = true, under = [], preload = [], args = [] } = options;
    const modules = [...(point ? [join(import.meta.dirname, 'at-point.ts')] : []), ...preload];
    const command = [
      ...under,
      process.execPath,
      ...modules.flatMap((path) => ['--import', path]),
      join(import.meta.dirname, '../host/cli/cli.ts'),
      ...['--server', world.server.url, '--root', desktop.root, '--user', world.ana.email],
      ...['--state', desktop.stateDir, '--settle', '200', '--distance', '0', '--unfinished', '0'],
      ...(once ? ['--once'] : []),
      ...args,
    ];
    this.child = spawn(command[0] as string, command.slice(1), {
      env: {
        ...process.env,
        LEGAJO_PASSWORD: TEST_PASSWORD,
        LEGAJO_DEBUG: '1',
        ...(point ? { LEGAJO_TEST_POINT: JSON.stringify(point) } : {}),
      },
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (data) => {
        this.output += String(data);
      });
    }
    this.ended = new Promise((resolve) => {
      this.child.once('exit', (code, signal) => resolve({ code, signal }));
    });
  }

  /** Stops it as Ctrl-C does. */
  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.ended;
  }
}
