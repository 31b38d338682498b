import { syncChannel, userChannel } from '#shared/realtime/channels.ts';
import { Engine } from '../engine/engine.ts';
import { DEFAULT_OPTIONS } from '../engine/engine-parts.ts';
import { applyMessage, lookAtEverything } from '../host/apply-message.ts';
import type { Clock } from '../ports/clock.ts';
import { RemoteError } from '../ports/remote.ts';
import { FakeDisk } from './fakes/fake-disk.ts';
import { FakeFiles } from './fakes/fake-files.ts';
import { FakeJournal } from './fakes/fake-journal.ts';
import { FakeLine } from './fakes/fake-line.ts';
import type { FakeRealtime } from './fakes/fake-realtime.ts';
import { FakeRemote } from './fakes/fake-remote.ts';
import type { FakeServer } from './fakes/fake-server.ts';
import { anyOrder } from './orders.ts';
import { patternsOf } from './patterns.ts';
import type { Safeguards } from './safeguards.ts';

/** What surrounds a desktop in its world. */
export interface Surroundings {
  readonly server: FakeServer;
  readonly realtime: FakeRealtime;
  readonly safeguards: Safeguards;
  readonly clock: Clock;
  /** Decides the order of batches; `undefined` where they run as in the app. */
  readonly random: (() => number) | undefined;
  /** After this many calls from now one loses its answer. */
  lostReplies: number;
  /** A call has had an effect of which its desktop did not hear. */
  answerLost: boolean;
  newId(): string;
}

/** Short, so that files expire within a history. */
const retention = ({ kept }: Safeguards) => ({
  ...DEFAULT_OPTIONS.replaced,
  keepMs: kept ? 200_000 : 0,
  withdrawnMs: kept ? 100_000 : 0,
});

/** The process ended here. */
export class Crash extends Error {}

/** What happens at a given step of a client's cycle. */
export interface Interruption {
  /** The step of the cycle, or how many times the labelled one is skipped. */
  readonly at: number;
  readonly label?: string | undefined;
  readonly event: () => void;
}

/** One desktop: its disk and journal outlive its engine. */
export class Client {
  readonly disk = new FakeDisk();
  readonly name: string;
  /** Its two channels, as its engine hears them. */
  line: FakeLine;
  /** One of its person's screens, in a browser. */
  readonly screen: FakeLine;
  /** Its last cycle came to rest: nothing was left to do, and nothing failed. */
  rests = false;
  private connected = true;
  private engine: Engine | undefined;
  private journal: FakeJournal;
  private steps = 0;
  private readonly passes = new Map<string, number>();
  private dead = false;
  private interruptions: Interruption[] = [];
  private readonly world: Surroundings;

  constructor(world: Surroundings, name: string) {
    this.world = world;
    this.name = name;
    this.journal = new FakeJournal((label) => this.tickSync(label));
    this.line = this.newLine();
    this.screen = new FakeLine(world.realtime, [syncChannel(name, name)]);
    void this.screen.start({ onMessage: () => {}, onReset: () => {}, onBack: () => {}, onRevoked: () => {} });
    this.disk.onChange = (path) => this.engine?.mark(path);
  }

  get online(): boolean {
    return this.connected;
  }

  set online(value: boolean) {
    this.connected = value;
    if (value) this.line.connect();
    else this.line.disconnect();
  }

  /**
   * Runs the engine until it rests, with interruptions; `byHints`: it compares only what it was told of. A crash ends
   * it; the next cycle starts anew.
   */
  async cycle(interruptions: readonly Interruption[] = [], byHints = false): Promise<number> {
    this.steps = 0;
    this.passes.clear();
    this.dead = false;
    this.interruptions = [...interruptions].sort((a, b) => a.at - b.at);
    this.rests = false;
    let engine: Engine | undefined;
    try {
      engine = this.engine ??= await this.start();
      if (!byHints) engine.markAll();
      let transfers = 0;
      engine.onTransferEnd = () => {
        transfers += 1;
      };
      const { operations, failures, resting } = await engine.cycle(new AbortController().signal);
      await engine.transfersEnd();
      // It may have crashed in what ran beside the cycle.
      this.rests = resting && failures.length === 0 && this.engine === engine;
      return operations + failures.length + transfers;
    } catch (error) {
      // After a crash each of its steps fails, so what runs beside the cycle ends too.
      await engine?.transfersEnd();
      if (error instanceof Crash) this.end();
      else if (!(error instanceof RemoteError)) throw error;
      return 1;
    } finally {
      this.interruptions = [];
      this.dead = false;
    }
  }

  async peeked(): Promise<void> {
    await this.engine?.peeked();
  }

  get blocked() {
    return this.engine?.blocked ?? [];
  }

  get notSynced() {
    return this.engine?.notSynced ?? [];
  }

  /** Where a node of the server lies here. */
  pathOf(id: string): string | undefined {
    return this.engine?.pathOf(id);
  }

  get question() {
    return this.engine?.question;
  }

  get memory() {
    return this.engine?.memory.content;
  }

  /** The journal's content, whether the engine runs or not. */
  get journaled() {
    return this.journal.content;
  }

  /** Copies the desktop into another world, just started. */
  copyFrom(other: Client): void {
    this.disk.copyFrom(other.disk);
    this.journal = new FakeJournal((label) => this.tickSync(label), other.journal);
  }

  acceptDeletes(): void {
    const deletions = this.engine?.deletions;
    deletions?.accept(deletions.namedNow);
  }

  restoreDeleted(): void {
    this.engine?.restoreMissing();
  }

  crash(): void {
    this.dead = true;
    this.world.answerLost = true;
    this.end();
  }

  powerCut(): void {
    this.disk.powerCut();
    this.crash();
  }

  /** The journal is lost, the disk is not. */
  loseJournal(): void {
    this.end();
    this.journal = new FakeJournal((label) => this.tickSync(label));
  }

  private end(): void {
    this.engine = undefined;
    this.line.close();
    this.line = this.newLine();
  }

  private newLine(): FakeLine {
    const channels = [userChannel(this.name), syncChannel(this.name, this.name)];
    return new FakeLine(this.world.realtime, channels);
  }

  private async start(): Promise<Engine> {
    const { safeguards, server } = this.world;
    const tick = async (label: string) => {
      await Promise.resolve();
      this.tickSync(label);
    };
    const files = new FakeFiles(this.disk, tick, safeguards);
    const call = async <T>(label: string, action: () => T): Promise<T> => {
      await tick(label);
      if (!this.online) throw new RemoteError('offline', 'offline', '');
      const result = action();
      this.world.lostReplies -= 1;
      // The server has done it, and the answer is lost.
      if (this.world.lostReplies === 0) {
        this.world.answerLost = true;
        throw new RemoteError('offline', 'offline', '');
      }
      await tick(`${label} done`);
      return result;
    };
    const remote = new FakeRemote(server, this.name, call, (path) => this.disk.read(path));
    const ports = {
      files,
      remote,
      journal: this.journal,
      channel: this.line,
      clock: this.world.clock,
      newId: () => this.world.newId(),
      recheck: safeguards.recheck,
      execute: anyOrder(this.world.random),
    };
    const { random } = this.world;
    // In half of the histories with any order every file travels beside the cycles.
    const largeBytes = random && random() < 0.5 ? 0 : DEFAULT_OPTIONS.largeBytes;
    const engine = new Engine(
      ports,
      { ...DEFAULT_OPTIONS, largeBytes, replaced: retention(safeguards), ignore: patternsOf(this.name) },
      {
        onOpen: () => {},
        onPlan: () => {},
        onActivity: () => {},
        onStep: () => {},
      },
    );
    await this.line.start({
      onMessage: (message) => applyMessage(engine, message),
      onReset: () => lookAtEverything(engine),
      onBack: () => {},
      onRevoked: () => {},
    });
    if (!this.online) this.line.disconnect();
    return engine;
  }

  private tickSync(label: string): void {
    this.steps += 1;
    const passes = (this.passes.get(label) ?? 0) + 1;
    this.passes.set(label, passes);
    const due = this.interruptions.filter((each) =>
      each.label === undefined ? each.at <= this.steps : each.label === label && each.at % 2 < passes,
    );
    this.interruptions = this.interruptions.filter((each) => !due.includes(each));
    for (const { event } of due) if (!this.dead) event();
    if (this.dead) throw new Crash();
  }
}
