import { isIgnored } from '#shared/domain/names.ts';
import { DEFAULT_OPTIONS, Engine } from '../engine.ts';
import type { Channel } from '../ports/channel.ts';
import { RemoteError } from '../ports/remote.ts';
import { joinPath, parentPath } from '../trees.ts';
import { FakeDisk, FakeFiles } from './fake-disk.ts';
import { FakeJournal } from './fake-journal.ts';
import { FakeRemote } from './fake-remote.ts';
import { FakeServer, LIBRARY, type Role } from './fake-server.ts';
import { anyOrder } from './orders.ts';
import { randomOf } from './random.ts';

/** The process ended here. */
export class Crash extends Error {}

export interface Safeguards {
  readonly recheck: boolean;
  readonly fsync: boolean;
  readonly cas: boolean;
  readonly idempotency: boolean;
}

export const ALL_SAFEGUARDS: Safeguards = { recheck: true, fsync: true, cas: true, idempotency: true };
export const ROOT = 'Org/Calidad';

/** What happens at a given step of a client's cycle. */
export interface Interruption {
  /** Step of the cycle, or how many times the labelled one is let pass. */
  readonly at: number;
  readonly label?: string | undefined;
  readonly event: () => void;
}

const silent: Channel = { start: async () => {}, send: () => {}, close: async () => {} };

export interface Person {
  readonly name: string;
  readonly role: Role;
}

/** One desktop: its disk and journal outlive its engine. */
export class Client {
  readonly disk = new FakeDisk();
  readonly name: string;
  online = true;
  /** Its last cycle came to rest: nothing was left to do, and nothing failed. */
  rests = false;
  private engine: Engine | undefined;
  private journal: FakeJournal;
  private steps = 0;
  private readonly passes = new Map<string, number>();
  private dead = false;
  private interruptions: Interruption[] = [];
  private readonly world: World;

  constructor(world: World, name: string) {
    this.world = world;
    this.name = name;
    this.journal = new FakeJournal((label) => this.tickSync(label));
  }

  /** Runs the engine until it rests, with what comes in between. A crash ends it; the next cycle starts anew. */
  async cycle(interruptions: readonly Interruption[] = []): Promise<number> {
    this.steps = 0;
    this.passes.clear();
    this.dead = false;
    this.interruptions = [...interruptions].sort((a, b) => a.at - b.at);
    this.rests = false;
    try {
      this.engine ??= this.start();
      this.engine.markAll();
      const { operations, failures, resting } = await this.engine.cycle(new AbortController().signal);
      this.rests = resting && failures.length === 0;
      return operations + failures.length;
    } catch (error) {
      if (error instanceof Crash) this.engine = undefined;
      else if (!(error instanceof RemoteError)) throw error;
      return 1;
    } finally {
      this.interruptions = [];
      this.dead = false;
    }
  }

  get holds() {
    return this.engine?.holds ?? [];
  }

  get question() {
    return this.engine?.question;
  }

  get memory() {
    return this.engine?.memory.content;
  }

  /** What the journal holds, whether the engine runs or not. */
  get journaled() {
    return this.journal.content;
  }

  /** The same desktop in another world, just started. */
  copyFrom(other: Client): void {
    this.disk.copyFrom(other.disk);
    this.journal = new FakeJournal((label) => this.tickSync(label), other.journal);
  }

  acceptDeletes(): void {
    if (this.engine) this.engine.massDeleteAccepted = true;
  }

  crash(): void {
    this.dead = true;
    this.engine = undefined;
  }

  powerCut(): void {
    this.disk.powerCut();
    this.crash();
  }

  /** The journal is lost, the disk is not. */
  loseJournal(): void {
    this.engine = undefined;
    this.journal = new FakeJournal((label) => this.tickSync(label));
  }

  private start(): Engine {
    const { safeguards, server } = this.world;
    const tick = async (label: string) => {
      await Promise.resolve();
      this.tickSync(label);
    };
    const files = new FakeFiles(this.disk, tick, safeguards.fsync);
    const call = async <T>(label: string, action: () => T): Promise<T> => {
      await tick(label);
      if (!this.online) throw new RemoteError('offline', 'offline', '');
      const result = action();
      this.world.lostReplies -= 1;
      // The server has done it, and nobody hears of it.
      if (this.world.lostReplies === 0) throw new RemoteError('offline', 'offline', '');
      await tick(`${label} done`);
      return result;
    };
    const remote = new FakeRemote(server, this.name, call, (path) => this.disk.read(path));
    const ports = {
      files,
      remote,
      journal: this.journal,
      channel: silent,
      clock: this.world.clock,
      newId: () => this.world.newId(),
      recheck: safeguards.recheck,
      execute: anyOrder(this.world.random),
    };
    return new Engine(ports, DEFAULT_OPTIONS, {
      onOpen: () => {},
      onPlan: () => {},
      onActivity: () => {},
      onStep: () => {},
    });
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

/** Several desktops, one server, one clock; and a ledger of every content that a person ever wrote. */
export class World {
  readonly server: FakeServer;
  readonly clients: readonly Client[];
  readonly safeguards: Safeguards;
  /** Contents by text: who wrote it, and whether its writer took it back (overwrote or deleted it). */
  readonly ledger = new Map<string, { by: string; discarded: boolean }>();
  /** The so-manieth call from now loses its answer. */
  lostReplies = 0;
  restored = false;
  journalLost = false;
  rolesChanged = false;
  /** Contents whose file was renamed or moved by its person. */
  readonly moved = new Set<string>();
  /** Contents that a person copied under a name of their own. */
  readonly copied = new Set<string>();
  /** Decides in which order batches run; `undefined` where they run as in the app. */
  readonly random: (() => number) | undefined;
  private readonly people: readonly Person[];
  private time = 1_000_000;
  private ids = 0;
  private contents = 0;
  readonly clock = {
    now: () => this.time,
    bootedAt: () => 0,
    sleep: async () => {},
  };

  /** `order`: seed of the order in which batches run; 0 for that of the app. */
  constructor(people: readonly Person[], safeguards: Safeguards, order: number) {
    this.people = people;
    this.safeguards = safeguards;
    this.random = order === 0 ? undefined : randomOf(order);
    this.server = new FakeServer({ cas: safeguards.cas, idempotency: safeguards.idempotency });
    for (const { name, role } of people) this.server.grant(name, role);
    this.clients = people.map(({ name }) => new Client(this, name));
  }

  /** The same world as it is now, on a way of its own: every desktop has just started, and is online. */
  fork(order: number): World {
    const twin = new World(this.people, this.safeguards, order);
    twin.server.copyFrom(this.server);
    twin.time = this.time;
    twin.ids = this.ids;
    for (const [index, client] of this.clients.entries()) twin.clients[index]?.copyFrom(client);
    return twin;
  }

  advance(ms: number): void {
    this.time += ms;
  }

  newId(): string {
    this.ids += 1;
    return `c-${this.ids}`;
  }

  /** A text that nobody wrote before. */
  fresh(by: string): string {
    this.contents += 1;
    const text = `texto ${this.contents} de ${by}, con algo de largo`;
    this.ledger.set(text, { by, discarded: false });
    return text;
  }

  /** Its own writer overwrote or deleted it. */
  discard(text: string | undefined): void {
    const entry = text === undefined ? undefined : this.ledger.get(text);
    if (entry) entry.discarded = true;
  }

  /** Documents on a client's disk, as its person sees them, in a fixed order. */
  documents(client: Client): { path: string; bytes: string }[] {
    return client.disk
      .filesBelow(ROOT)
      .filter(({ path }) => !isIgnored(path.slice(path.lastIndexOf('/') + 1)));
  }

  folders(client: Client): string[] {
    const found = [...client.disk.names].filter(
      ([path, node]) => node.kind === 'folder' && path.startsWith(`${ROOT}/`),
    );
    return [ROOT, ...found.map(([path]) => path).sort()];
  }

  /** The path of a record of the server, below the library's folder. */
  serverPath(id: string): string {
    const node = this.server.state.nodes.get(id);
    if (!node || id === LIBRARY) return ROOT;
    return joinPath(this.serverPath(node.parent), node.name);
  }

  /** Whether a folder for this path is there, so that a person could put a file there. */
  canPut(client: Client, path: string): boolean {
    return client.disk.node(parentPath(path))?.kind === 'folder' && !client.disk.node(path);
  }
}
