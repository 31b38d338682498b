import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from './checking/ledger.ts';

export const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

export interface EngineOptions {
  readonly index: number;
  /** Its own folder for log, journal and clock. */
  readonly folder: string;
  readonly root: string;
  readonly server: string;
  readonly email: string;
  readonly password: string;
  readonly times: { readonly settleMs: number; readonly distanceMs: number; readonly unfinishedMs: number };
  /** Folder of the project whose command is run. */
  readonly sources: string;
  /** Whether its clock can be set. */
  readonly clock: boolean;
  readonly ledger: Ledger;
}

/** Printed after the first complete scan of both sides. */
const ONLINE = /En línea[.:]/;

/** One person's sync command in a separate process. */
export class Engine {
  readonly root: string;
  /** Unexpected ends of the process, with the reason. */
  readonly ends: string[] = [];
  private readonly given: EngineOptions;
  private child: ChildProcess | undefined;
  private printed = '';
  private told = false;
  private up: () => void;
  /** Questions that ended it, by the option that answers them. */
  readonly asked: string[] = [];
  /** Options for its next start. */
  private answers: string[] = [];

  constructor(given: EngineOptions) {
    this.given = given;
    this.root = given.root;
    this.setClock(0);
    this.up = given.ledger.outage(given.index);
  }

  /** Offset of its clock in milliseconds; undefined where it cannot be set. */
  setClock(ms: number): void {
    if (this.given.clock)
      writeFileSync(join(this.given.folder, 'clock'), `${ms < 0 ? '' : '+'}${ms / 1000}s\n`);
  }

  /** Whether it has scanned both sides since its start. */
  get isUp(): boolean {
    return this.isRunning && ONLINE.test(this.printed);
  }

  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  start(): void {
    const { folder, root, server, email, password, times, clock, sources } = this.given;
    this.printed = '';
    this.told = false;
    const child = spawn(
      process.execPath,
      [
        join(sources, 'src/main/sync/host/cli/cli.ts'),
        ...['--server', server, '--user', email, '--root', root, '--state', join(folder, 'state')],
        ...['--settle', String(times.settleMs), '--distance', String(times.distanceMs)],
        ...['--unfinished', String(times.unfinishedMs)],
        ...this.answers,
      ],
      {
        cwd: folder,
        env: {
          ...process.env,
          LEGAJO_PASSWORD: password,
          LEGAJO_DEBUG: '1',
          ...(clock
            ? {
                LD_PRELOAD: FAKETIME,
                FAKETIME_TIMESTAMP_FILE: join(folder, 'clock'),
                FAKETIME_CACHE_DURATION: '1',
                FAKETIME_DONT_FAKE_MONOTONIC: '1',
                NO_FAKE_STAT: '1',
              }
            : {}),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    this.answers = [];
    this.child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => this.print(text));
    child.once('close', (code, signal) => this.ended(child, code, signal));
  }

  private print(text: string): void {
    this.printed += text;
    appendFileSync(join(this.given.folder, 'log'), text);
    if (ONLINE.test(text)) this.up();
  }

  private ended(child: ChildProcess, code: number | null, signal: string | null): void {
    if (this.child !== child || this.told) return;
    this.up = this.given.ledger.outage(this.given.index);
    // Questions about many deletions, here and on the server: the person confirms them.
    const question = code === 3 ? /--accept-(?:deletes|removals)/.exec(this.printed) : null;
    if (question) {
      this.asked.push(question[0]);
      this.answers = [question[0]];
    }
    // While the server is down the command cannot sign in, and says so.
    else if (ONLINE.test(this.printed) || !this.given.ledger.outages.some(isOfServerNow))
      this.ends.push(
        `code ${code} signal ${signal}: ${this.printed.trim().split('\n').slice(-4).join(' | ')}`,
      );
  }

  /** Kills it like a power failure. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Ends it like Ctrl-C. It then has printed what it does not sync. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || !this.isRunning) return;
    this.told = true;
    this.up();
    this.up = this.given.ledger.outage(this.given.index);
    const closed = new Promise<void>((done) => child.once('close', () => done()));
    child.kill('SIGCONT');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await closed;
    clearTimeout(late);
  }

  freeze(): () => void {
    const { child } = this;
    const thaw = this.given.ledger.outage(this.given.index);
    child?.kill('SIGSTOP');
    return () => {
      child?.kill('SIGCONT');
      thaw();
    };
  }

  /** CPU seconds used. */
  get processor(): number {
    try {
      const stat = readFileSync(`/proc/${this.child?.pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      return Number.NaN;
    }
  }

  /** What it printed at its end as not synced: the reason by path below the root. */
  get listed(): Map<string, string> {
    // Earlier lines may be outdated: at its end it prints what is left.
    const left = this.printed.slice(Math.max(0, this.printed.lastIndexOf(' Al terminar. ')));
    const lines = left.matchAll(/^\S+ (?:Pendiente|No se sincroniza): «(.*)»\. (.*)$/gmu);
    return new Map([...lines].map(([, path, reason]) => [path ?? '', reason ?? '']));
  }
}

const isOfServerNow = ({ of, to }: { of: unknown; to: number }): boolean =>
  of === 'server' && (to === Number.POSITIVE_INFINITY || Date.now() - to < 10_000);
