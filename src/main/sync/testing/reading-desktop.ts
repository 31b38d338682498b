import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type OpenEngine, openEngine } from '../adapters/open-engine.ts';
import type { Cycle } from '../engine/engine-parts.ts';

/** What the engine notes about its root itself. */
const OURS = new Set(['root.json', 'private', 'lease.json'].map((name) => `Legajo/.legajo/${name}`));

/** A real engine on a disk of its own, with a token that nobody checks; its folder lies between things that it must not touch. */
export class ReadingDesktop {
  readonly log: string[] = [];
  readonly opened: string[] = [];
  cycle: Cycle | undefined;
  cycles = 0;
  private open: OpenEngine | undefined;
  private running: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async start(url: string): Promise<ReadingDesktop> {
    const desktop = new ReadingDesktop(await mkdtemp(join(tmpdir(), 'legajo-hostile-')));
    desktop.open = await openEngine(
      {
        server: url,
        root: desktop.root,
        dataDir: join(desktop.folder, 'state'),
        tokens: { token: async () => 'secret' },
        name: 'Prueba',
        platform: 'test',
        engine: { settleMs: 100 },
        runner: { spreadMs: 0 },
      },
      {
        onActivity: () => {},
        onStep: () => {},
        onPlan: () => {},
        onQuestion: () => {},
        onOpen: (path) => desktop.opened.push(path),
        onStatus: (status, problem) => desktop.log.push(`${status} ${problem?.code ?? ''}`),
        onCycle: (cycle) => {
          desktop.cycles += 1;
          desktop.cycle = cycle;
        },
        onLog: (text) => desktop.log.push(text),
      },
    );
    desktop.running = desktop.open.runner.run(desktop.stopping.signal);
    return desktop;
  }

  get root(): string {
    return join(this.folder, 'Legajo');
  }

  get engine() {
    if (!this.open) throw new Error('It does not run');
    return this.open.engine;
  }

  get runner() {
    if (!this.open) throw new Error('It does not run');
    return this.open.runner;
  }

  get opener(): OpenEngine {
    if (!this.open) throw new Error('It does not run');
    return this.open;
  }

  /** Why each item is blocked, by its path. */
  get blocked(): Record<string, string> {
    return Object.fromEntries(this.engine.blocked.map(({ path, reason }) => [path, reason]));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    this.open?.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  read(path: string): Promise<string | undefined> {
    return readFile(join(this.root, path), 'utf8').catch(() => undefined);
  }

  /** Every file below the temporary folder, but for the journal: `Legajo/…`. */
  async files(): Promise<string[]> {
    if (!existsSync(this.folder)) return [];
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.folder, join(entry.parentPath, entry.name)))
      .filter((path) => !path.startsWith('state/') && !OURS.has(path))
      .sort();
  }
}
