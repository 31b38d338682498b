import { isIgnored } from '#shared/platform/files/ignored-names.ts';
import { syncChannel, userChannel } from '#shared/realtime/channels.ts';
import { ENVELOPE_VERSION, type MessageDraft } from '#shared/realtime/messages.ts';
import { joinPath, parentPath } from '../planner/trees.ts';
import { Client } from './client.ts';
import { FakeRealtime } from './fakes/fake-realtime.ts';
import { FakeServer, LIBRARY, type Role } from './fakes/fake-server.ts';
import { patternsOf } from './patterns.ts';
import { randomOf } from './random.ts';
import type { Safeguards } from './safeguards.ts';

export const ROOT = 'Org/Calidad';

export interface Person {
  readonly name: string;
  readonly role: Role;
}

/** Several desktops, one server, one clock, and a record of every content that a person ever wrote. */
export class World {
  readonly server: FakeServer;
  readonly realtime = new FakeRealtime();
  readonly clients: readonly Client[];
  readonly safeguards: Safeguards;
  /** Contents by text: who wrote it, and whether its writer took it back (overwrote or deleted it). */
  readonly ledger = new Map<string, { by: string; discarded: boolean }>();
  /** After this many calls from now one loses its answer. */
  lostReplies = 0;
  answerLost = false;
  restored = false;
  journalLost = false;
  rolesChanged = false;
  /** Contents whose file was renamed or moved by its person. */
  readonly moved = new Set<string>();
  /** Contents that a person copied under a name of their own. */
  readonly copied = new Set<string>();
  /** Decides the order of batches; `undefined` where they run as in the app. */
  readonly random: (() => number) | undefined;
  private readonly people: readonly Person[];
  private time = 1_000_000;
  private ids = 0;
  private contents = 0;
  readonly clock = {
    now: () => this.time,
    date: () => this.time,
    undisturbedDate: () => this.time,
    bootedAt: () => 0,
    sleep: async () => {},
  };

  /** `order`: seed of the order of batches; 0 for that of the app. */
  constructor(people: readonly Person[], safeguards: Safeguards, order: number) {
    this.people = people;
    this.safeguards = safeguards;
    this.random = order === 0 ? undefined : randomOf(order);
    this.server = new FakeServer({ cas: safeguards.cas, idempotency: safeguards.idempotency });
    for (const { name, role } of people) this.server.grant(name, role);
    this.clients = people.map(({ name }) => new Client(this, name));
    this.server.onChange = (recordId) => this.tellAll('record.changed', { recordId, groupId: LIBRARY });
    this.server.onAccess = (name) => this.tell(name, 'library.changed', { groupId: LIBRARY });
  }

  /** A separate copy of the world: every desktop has just started, and is online. */
  fork(order: number): World {
    const twin = new World(this.people, this.safeguards, order);
    twin.server.copyFrom(this.server);
    twin.time = this.time;
    twin.ids = this.ids;
    for (const [index, client] of this.clients.entries()) twin.clients[index]?.copyFrom(client);
    return twin;
  }

  /** Restarts the server's process: every connection ends and is opened again. */
  restartServer(): void {
    this.realtime.restart();
    for (const { line, online, screen } of this.clients) {
      screen.reconnect();
      if (online) line.reconnect();
    }
  }

  /** A screen of this person asks the desktop for a document. */
  ask(client: Client, recordId: string): void {
    const opId = this.newId();
    const message = {
      v: ENVELOPE_VERSION,
      id: this.newId(),
      opId,
      type: 'download',
      recordId,
    } as MessageDraft;
    this.realtime.publish(syncChannel(client.name, client.name), message);
  }

  tellAll(type: MessageDraft['type'], data: object): void {
    for (const { name } of this.people) if (this.server.roleOf(name) !== 'none') this.tell(name, type, data);
  }

  /** One message on a person's own channel. */
  tell(name: string, type: MessageDraft['type'], data: object): void {
    const message = { v: ENVELOPE_VERSION, id: this.newId(), opId: this.newId(), type, data } as MessageDraft;
    this.realtime.publish(userChannel(name), message);
  }

  advance(ms: number): void {
    this.time += ms;
  }

  newId(): string {
    this.ids += 1;
    return `c-${this.ids}`;
  }

  /** A text that was never written before. */
  fresh(by: string): string {
    this.contents += 1;
    // Every other one is too long to be sent with its version in one call.
    const more = this.contents % 2 === 0 ? ', y con mucho más: de los que viajan en varias llamadas' : '';
    const text = `texto ${this.contents} de ${by}, con algo de largo${more}`;
    this.ledger.set(text, { by, discarded: false });
    return text;
  }

  /** Notes that its own writer overwrote or deleted it. */
  discard(text: string | undefined): void {
    const entry = text === undefined ? undefined : this.ledger.get(text);
    if (entry) entry.discarded = true;
  }

  /** The path of the library's folder on a client's disk, under any name. */
  rootOf(client: Client): string {
    const library = client.journaled.libraries.get(LIBRARY);
    for (const [path, node] of client.disk.names)
      if (library?.identity !== undefined && `1:${node.ino}` === library.identity) return path;
    return library?.path ?? ROOT;
  }

  /** Documents on a client's disk, as its person sees them, in a fixed order. */
  documents(client: Client): { path: string; bytes: string }[] {
    const root = this.rootOf(client);
    return client.disk.filesBelow(root).filter(({ path }) => !this.isIgnored(client, path));
  }

  /** Whether a name on the way from the library's folder to a path is ignored. */
  isIgnored(client: Client, path: string): boolean {
    const names = path.slice(this.rootOf(client).length + 1).split('/');
    return names.some((name) => isIgnored(name, patternsOf(client.name)));
  }

  folders(client: Client): string[] {
    const root = this.rootOf(client);
    const found = [...client.disk.names].filter(
      ([path, node]) =>
        node.kind === 'folder' && path.startsWith(`${root}/`) && !this.isIgnored(client, path),
    );
    return [root, ...found.map(([path]) => path).sort()];
  }

  /** The path of a record of the server, below the library's folder. */
  serverPath(id: string, root = ROOT): string {
    const node = this.server.state.nodes.get(id);
    if (!node || id === LIBRARY) return root;
    return joinPath(this.serverPath(node.parent, root), node.name);
  }

  /** Whether a folder for this path is there, so that a person could put a file there. */
  canPut(client: Client, path: string): boolean {
    return client.disk.node(parentPath(path))?.kind === 'folder' && !client.disk.node(path);
  }
}
