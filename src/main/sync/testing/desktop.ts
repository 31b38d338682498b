import { type Dirent, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { codeOf } from '../adapters/disk/disk-errors.ts';
import { PasswordSession } from '../adapters/http/password-session.ts';
import type { Network } from '../adapters/network.ts';
import { type OpenEngine, openEngine } from '../adapters/open-engine.ts';
import type { Cycle, EngineOptions } from '../engine/engine-parts.ts';
import type { Activity, Step } from '../engine/work/work.ts';

export interface DesktopOptions extends Partial<EngineOptions> {
  /** Where its root and its journal lie; by default a temporary folder of its own. */
  readonly folder?: string;
  /** Its line to the server. */
  readonly network?: Network;
}

/** A headless desktop of one person, with a disk of its own, as tests meet it. */
export class TestDesktop {
  readonly root: string;
  readonly steps: (Step & { readonly at: number })[] = [];
  readonly activity: Activity[] = [];
  readonly opened: string[] = [];
  readonly log: string[] = [];
  private readonly start: () => Promise<OpenEngine>;
  /** The last comparison that came to its end. */
  cycle: Cycle | undefined;
  private open: OpenEngine | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopping = new AbortController();

  private constructor(root: string, start: (desktop: TestDesktop) => Promise<OpenEngine>) {
    this.root = root;
    this.start = () => start(this);
  }

  /** Signs in and starts syncing. */
  static async start(
    server: { readonly url: string },
    email: string,
    password: string,
    options: DesktopOptions = {},
    network?: Network,
  ): Promise<TestDesktop> {
    const desktop = await TestDesktop.make(server, email, password, options, network);
    await desktop.resume();
    return desktop;
  }

  /** One that is not running yet. */
  static async make(
    server: { readonly url: string },
    email: string,
    password: string,
    { folder: given, network: line, ...options }: DesktopOptions = {},
    network: Network | undefined = line,
  ): Promise<TestDesktop> {
    const folder = given ?? (await mkdtemp(join(tmpdir(), 'legajo-desktop-')));
    return new TestDesktop(join(folder, 'Legajo'), async (self) =>
      openEngine(
        {
          server: server.url,
          root: self.root,
          dataDir: self.stateDir,
          tokens: await PasswordSession.signIn(server.url, { email, password }, 'Prueba', async () => {
            throw new Error('no code was expected');
          }),
          ...(network ? { network } : {}),
          name: 'Prueba',
          platform: 'test',
          // Tests that are about what is waited for say so.
          engine: { settleMs: 300, unfinishedMs: 0, versionDistanceMs: 0, ...options },
          runner: { spreadMs: 0 },
        },
        {
          onActivity: (activity) => self.activity.push(activity),
          onStep: (step) => self.steps.push({ ...step, at: performance.now() }),
          onOpen: (path) => self.opened.push(path),
          onPlan: () => {},
          onStatus: (status, problem) =>
            self.log.push(`${status} ${problem?.code ?? ''} ${problem?.message ?? ''}`),
          onQuestion: () => {},
          onCycle: (cycle) => {
            self.cycle = cycle;
          },
          onLog: (text) => self.log.push(text),
        },
      ),
    );
  }

  /** Where the journals lie. */
  get stateDir(): string {
    return join(dirname(this.root), 'state');
  }

  get engine() {
    if (!this.open) throw new Error('The desktop is stopped');
    return this.open.engine;
  }

  get runner() {
    if (!this.open) throw new Error('The desktop is stopped');
    return this.open.runner;
  }

  get runs(): boolean {
    return this.open !== undefined;
  }

  /** Both sides agreed when they were last compared, but for what is blocked. */
  get rests(): boolean {
    return this.open?.runner.status === 'online' && this.cycle?.resting === true;
  }

  get clientId(): string {
    return this.open?.clientId ?? '';
  }

  async resume(): Promise<void> {
    this.open = await this.start();
    this.stopping = new AbortController();
    this.running = this.open.runner.run(this.stopping.signal);
  }

  /** Ends the engine as the command does on Ctrl-C. */
  async pause(): Promise<void> {
    this.stopping.abort();
    await this.running;
    this.open?.close();
    this.open = undefined;
  }

  async stop(): Promise<void> {
    if (this.open) await this.pause();
    await rm(dirname(this.root), { recursive: true, force: true });
  }

  path(...names: readonly string[]): string {
    return join(this.root, ...names);
  }

  async write(path: string, bytes: string | Uint8Array): Promise<void> {
    await mkdir(dirname(this.path(path)), { recursive: true });
    await writeFile(this.path(path), bytes);
  }

  async read(path: string): Promise<Buffer | undefined> {
    return readFile(this.path(path)).catch(() => undefined);
  }

  /** Where a file of exactly this text lies whose path is like `where`. */
  async find(text: string, where: RegExp): Promise<string | undefined> {
    for (const path of await this.documents())
      if (where.test(path) && String(await this.read(path)) === text) return path;
    return undefined;
  }

  /** Every document on the disk, relative to the root. */
  async documents(): Promise<string[]> {
    const entries = await this.entries();
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.root, join(entry.parentPath, entry.name)))
      .filter((path) => !path.startsWith('.legajo'))
      .sort();
  }

  /** The engine may take a folder away while it is being walked; then the walk begins again. */
  private async entries(): Promise<Dirent[]> {
    for (;;) {
      try {
        return await readdir(this.root, { recursive: true, withFileTypes: true });
      } catch (cause) {
        if (codeOf(cause) !== 'missing' || !existsSync(this.root)) throw cause;
      }
    }
  }
}

/** Milliseconds between two looks: at first, and at most. */
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 100;

/**
 * Waits until `look` gives something. It looks again every few milliseconds, and more seldom the longer it takes: most
 * looks ask the server, which has the engine to serve meanwhile.
 */
export async function eventually<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  what: string | (() => string | Promise<string>),
  limitMs = 20_000,
): Promise<T> {
  const begin = Date.now();
  for (;;) {
    const found = await look();
    if (found) return found;
    const waited = Date.now() - begin;
    if (waited > limitMs)
      throw new Error(`Waited in vain for ${typeof what === 'string' ? what : await what()}`);
    const pause = Math.min(Math.max(waited / 8, FIRST_PAUSE), LONGEST_PAUSE);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
