import { cp, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningServer, startServer } from '../fixtures/server.ts';
import { ACTIONS, type ActionJob } from './actions.ts';
import { Ledger, sha256Of } from './checking/ledger.ts';
import { ServerView } from './checking/observe.ts';
import { Colleague } from './colleague.ts';
import { type Company, LIBRARY, PASSWORD } from './company.ts';
import { Engine } from './engine.ts';
import type { History, Step } from './history.ts';
import { contentsLeft, isWrittenAt } from './job.ts';
import { Random } from './random.ts';
import { WRITERS } from './writers.ts';

export interface WorldOptions {
  readonly history: History;
  readonly folder: string;
  /** A data folder that contains the company. */
  readonly template: string;
  readonly company: Company;
  /** The PostgreSQL database that contains the company; without it the server has the embedded one of its data folder. */
  readonly databaseUrl?: string | undefined;
  readonly times: { readonly settleMs: number; readonly distanceMs: number; readonly unfinishedMs: number };
  /** A small file system of this driver; without it no disk becomes full. */
  readonly smallDisk: string | undefined;
  readonly clock: boolean;
  /** Folder of the project whose command the engines run; it may lack a safeguard. */
  readonly sources: string;
  /** Aborted when the driver is told to end. */
  readonly stopping: AbortSignal;
}

const REVIVE_MS = 1500;
const READY_LIMIT_MS = 60_000;

/** One server and its engines, while a history is played. */
export class World {
  readonly ledger = new Ledger();
  readonly engines: Engine[] = [];
  readonly view: ServerView;
  readonly colleague: Colleague;
  private server: RunningServer;
  private readonly given: WorldOptions;
  private readonly busy = new Set<string>();
  private readonly turns = new Map<number, Promise<void>>();
  /** Ends the faults that are active. */
  private readonly cures = new Set<() => Promise<void> | void>();

  private constructor(given: WorldOptions, server: RunningServer) {
    this.given = given;
    this.server = server;
    const { editors, admin, library } = given.company;
    this.view = new ServerView(server.url, editors[0], PASSWORD);
    this.colleague = new Colleague(server.url, { library, editors, admin });
  }

  static async start(given: WorldOptions): Promise<World> {
    const { folder, template, history, company } = given;
    const dataDir = join(folder, 'data');
    await cp(template, dataDir, { recursive: true });
    const world = new World(given, await startServer(World.environment(dataDir, given.databaseUrl)));
    await mkdir(join(folder, 'scratch'));
    for (const [index, person] of history.people.entries()) {
      const own = join(folder, `engine-${index}`);
      // The first root is on the small disk, if there is one.
      const disk = index === 0 && given.smallDisk ? join(given.smallDisk, `seed-${history.seed}`) : own;
      const root = join(disk, 'Legajo');
      for (const path of [own, root]) await mkdir(path, { recursive: true });
      world.engines.push(
        new Engine({
          ...{ index, folder: own, root, server: world.server.url, password: PASSWORD },
          email: [...company.editors, company.reader][person] ?? '',
          ...{ times: given.times, clock: given.clock, sources: given.sources, ledger: world.ledger },
        }),
      );
    }
    for (const engine of world.engines) engine.start();
    return world;
  }

  /** Waits until every engine has synced once, so that the library's folder exists. */
  async ready(): Promise<void> {
    const end = Date.now() + READY_LIMIT_MS;
    while (!this.engines.every(({ isUp }) => isUp)) {
      if (Date.now() > end) throw new Error('An engine did not get ready');
      await delay(100);
    }
  }

  private static environment(
    dataDir: string,
    databaseUrl: string | undefined,
    port?: string,
  ): Record<string, string> {
    return {
      DATA_DIR: dataDir,
      DEMO: 'no',
      LOG_LEVEL: 'error',
      FILE_TEXTS: 'no',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...(port ? { PORT: port } : {}),
    };
  }

  /** Plays all steps at their times, and waits until all writers and faults have ended. */
  async play(): Promise<void> {
    const start = Date.now();
    const under: Promise<void>[] = [];
    const keeper = this.keepAlive();
    for (const step of this.given.history.steps) {
      await delay(Math.max(0, start + step.at - Date.now()));
      if (this.given.stopping.aborted) break;
      under.push(this.take(step));
    }
    await Promise.all(under);
    for (const cure of [...this.cures]) await cure();
    keeper.abort();
    await keeper.done;
    for (const engine of this.engines) if (!engine.isRunning) engine.start();
  }

  /** Restarts what ended, as a person or the system would, and records what the server has acknowledged. */
  private keepAlive(): { abort: () => void; done: Promise<void> } {
    const stop = new AbortController();
    const loop = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        await delay(REVIVE_MS);
        if (this.restarting) continue;
        for (const engine of this.engines) if (!engine.isRunning) engine.start();
        await this.noteAcknowledged();
      }
    };
    return { abort: () => stop.abort(), done: loop() };
  }

  async noteAcknowledged(): Promise<void> {
    const versions = await this.view.versions(false).catch(() => []);
    for (const { sha256 } of versions) this.ledger.acknowledged.add(sha256);
  }

  private async take(step: Step): Promise<void> {
    this.ledger.counts.operations += 1;
    try {
      if (step.kind === 'fault') await this.fault(step);
      else await this.work(step);
    } catch {
      // Ignored, as people experience it: a full disk, a path that has gone, an unreadable folder.
      this.ledger.counts.failed += 1;
    }
  }

  private async work(step: Step): Promise<void> {
    let { path } = step;
    const { root } = step;
    if (this.busy.has(`${root}:${path}`)) path = path.replace(/(\.\w+)$/, ` ${step.seed}$1`);
    const job = this.jobAt(root, path, step.seed);
    this.busy.add(`${root}:${path}`);
    try {
      if (step.kind === 'deed') await this.inTurn(root, async () => ACTIONS[step.name]?.(job));
      else await WRITERS[step.name]?.write(job);
    } catch (error) {
      // The leftovers of a failed writer do not count as a content.
      for (const left of await contentsLeft(job.library, path)) this.ledger.exempt.add(sha256Of(left));
      throw error;
    } finally {
      this.busy.delete(`${root}:${path}`);
    }
  }

  /**
   * Actions of one root run one after the other: a file that one of them records as deleted must not be renamed by
   * another meanwhile.
   */
  private inTurn(root: number, deed: () => Promise<void>): Promise<void> {
    const done = (this.turns.get(root) ?? Promise.resolve()).then(deed);
    this.turns.set(
      root,
      done.catch(() => {}),
    );
    return done;
  }

  /** The job of a writer or an action. `path` is below the library's folder. */
  jobAt(root: number, path: string, seed: number): ActionJob {
    const { ledger, colleague, busy } = this;
    return {
      ...{ root, path, random: new Random(seed), ledger, colleague },
      library: join(this.engines[root]?.root ?? '', LIBRARY),
      scratch: join(this.given.folder, 'scratch'),
      settleMs: this.given.times.settleMs,
      isBusy: (of) => isWrittenAt(`${root}:${of}`, busy),
    };
  }

  private restarting = false;

  private async fault({ name, root, forMs, seed }: Step): Promise<void> {
    const engine = this.engines[root];
    const { counts } = this.ledger;
    if (name === 'kill engine') {
      counts.kills += 1;
      await engine?.kill();
    } else if (name === 'kill server') await this.killServer(forMs);
    else if (name === 'freeze engine' && engine?.isRunning) {
      counts.freezes += 1;
      await this.forAWhile(forMs, engine.freeze());
    } else if (name === 'full disk' && this.given.smallDisk) await this.fillDisk(this.given.smallDisk, forMs);
    else if (name === 'clock jump') engine?.setClock(([-3, -1, 1, 3][seed % 4] as number) * 86_400_000);
  }

  private async killServer(forMs: number): Promise<void> {
    if (this.restarting) return;
    this.restarting = true;
    this.ledger.counts.serverKills += 1;
    await this.noteAcknowledged();
    const back = this.ledger.outage('server');
    const { dataDir, url } = this.server;
    try {
      await this.server.kill();
      await delay(forMs);
      this.server = await startServer(World.environment(dataDir, this.given.databaseUrl, new URL(url).port));
    } finally {
      back();
      this.restarting = false;
    }
  }

  private async fillDisk(disk: string, forMs: number): Promise<void> {
    const filler = join(disk, 'filler');
    const back = this.ledger.outage(0);
    const { bavail, bsize } = await statfs(disk);
    await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - 20_000))).catch(() => {});
    await this.forAWhile(forMs, async () => {
      await rm(filler, { force: true });
      back();
    });
  }

  private async forAWhile(ms: number, cure: () => Promise<void> | void): Promise<void> {
    this.cures.add(cure);
    await delay(ms);
    this.cures.delete(cure);
    await cure();
  }

  /** Ends every process of this world. */
  async stop(): Promise<void> {
    await Promise.all(this.engines.map((engine) => engine.stop()));
    await this.server.stop({ keepData: true });
  }
}
