import { Engine } from '../engine/engine.ts';
import { DEFAULT_OPTIONS } from '../engine/engine-parts.ts';
import { Runner } from '../host/runner.ts';
import { DEFAULT_RUNNER } from '../host/runner-parts.ts';
import type { Files } from '../ports/files.ts';
import type { Remote } from '../ports/remote.ts';
import { FakeFiles } from '../simulation/fakes/fake-files.ts';
import { FakeJournal } from '../simulation/fakes/fake-journal.ts';
import { FakeLine } from '../simulation/fakes/fake-line.ts';
import { FakeRemote } from '../simulation/fakes/fake-remote.ts';
import { ALL_SAFEGUARDS } from '../simulation/safeguards.ts';
import { World } from '../simulation/world.ts';

/** More turns than this in one go are a loop that spins. */
const TURNS = 5_000;

/** The engine's loop on a clock that only its own sleeping moves: what it does in an hour is counted in no time. */
export class Hour {
  readonly world = new World([{ name: 'Ana', role: 'upload' }], ALL_SAFEGUARDS, 0);
  /** How long each sleep was, in milliseconds. */
  readonly slept: number[] = [];
  /** Calls of the server and of the disk, by name. */
  readonly calls: string[] = [];
  /** What a call of the server, which is given by its name, raises instead of an answer. */
  fault: ((call: string) => Error | undefined) | undefined;
  /** Happens at the beginning of a call. */
  before: (() => void) | undefined;
  readonly engine: Engine;
  readonly runner: Runner;
  private time = 0;
  private ends = 0;
  private stopping = new AbortController();

  constructor() {
    const [client] = this.world.clients;
    if (!client) throw new Error('Nobody is there');
    const files = new FakeFiles(client.disk, async () => {}, ALL_SAFEGUARDS);
    const remote = new FakeRemote(
      this.world.server,
      'Ana',
      async (_label, action) => action(),
      (path) => client.disk.read(path),
    );
    const ports = {
      files: this.counted<Files>('disk', files),
      remote: this.counted<Remote>('server', remote, (call) => this.fault?.(call)),
      journal: new FakeJournal(() => {}),
      channel: new FakeLine(this.world.realtime, []),
      clock: {
        now: () => this.time,
        date: () => this.time,
        undisturbedDate: () => this.time,
        bootedAt: () => 0,
        sleep: (ms: number) => this.sleep(ms),
      },
      newId: () => this.world.newId(),
    };
    const nothing = () => {};
    this.engine = new Engine(ports, DEFAULT_OPTIONS, {
      onOpen: nothing,
      onPlan: nothing,
      onActivity: nothing,
      onStep: nothing,
    });
    const watcher = { start: async () => {}, close: async () => {} };
    this.runner = new Runner(this.engine, { ...ports, watcher }, DEFAULT_RUNNER, {
      onStatus: nothing,
      onQuestion: nothing,
      onCycle: nothing,
      onLog: nothing,
    });
  }

  get turns(): number {
    return this.slept.length;
  }

  /** Runs the loop for so long, and counts anew. Raises where the loop spins. */
  async pass(ms: number): Promise<void> {
    this.slept.length = 0;
    this.calls.length = 0;
    this.ends = this.time + ms;
    this.stopping = new AbortController();
    await this.runner.run(this.stopping.signal);
  }

  private async sleep(ms: number): Promise<void> {
    await Promise.resolve();
    this.slept.push(ms);
    if (this.slept.length > TURNS) {
      this.stopping.abort();
      throw new Error(`The loop spins: ${TURNS} turns until ${this.time}`);
    }
    this.time = Math.min(this.ends, this.time + ms);
    if (this.time >= this.ends) this.stopping.abort();
  }

  private counted<T extends object>(
    whose: string,
    object: T,
    fault?: (call: string) => Error | undefined,
  ): T {
    return new Proxy(object, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          this.calls.push(`${whose} ${String(name)}`);
          this.before?.();
          const error = fault?.(String(name));
          if (error) return Promise.reject(error);
          return value.apply(target, given);
        };
      },
    });
  }
}
