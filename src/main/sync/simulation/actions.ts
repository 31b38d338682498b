import fc from 'fast-check';
import { SYSTEM_FOLDER } from '../layout.ts';
import { joinPath, parentPath } from '../trees.ts';
import { LIBRARY, type ServerState } from './fake-server.ts';
import type { Client, Interruption, World } from './world.ts';

/** One thing that happens. Numbers choose among what is there at that moment, so every list is legal. */
export type Act =
  | { readonly do: 'write' | 'save by rename' | 'delete' | 'lock' | 'unlock'; readonly file: number }
  | {
      readonly do: 'create' | 'move' | 'move folder';
      readonly file: number;
      readonly folder: number;
      readonly name: string;
    }
  | { readonly do: 'make folder'; readonly folder: number; readonly name: string }
  | {
      readonly do: 'crash' | 'power cut' | 'go offline' | 'lose a reply' | 'lose the journal';
      readonly in: number;
    }
  | { readonly do: 'server edit' | 'server delete'; readonly file: number }
  | { readonly do: 'server move'; readonly file: number; readonly folder: number; readonly name: string }
  | { readonly do: 'role'; readonly role: 'upload' | 'reader' | 'none' }
  | { readonly do: 'back up' }
  | { readonly do: 'restore' };

export interface Step {
  readonly client: number;
  readonly act: Act;
}

export interface SyncStep {
  readonly client: number;
  readonly sync: true;
  /** Time that passes before it, in milliseconds. */
  readonly wait: number;
  readonly during: readonly { readonly at: number; readonly label?: string | undefined; readonly act: Act }[];
}

const NAMES = ['Acta.docx', 'acta.docx', 'Informe.pdf', 'Plano.png', 'Obras'];
/** Steps at which something coming in between does most harm. */
const MOMENTS = [
  'content',
  'write chunk',
  'syncFile',
  'link',
  'replace',
  'move',
  'hash',
  'copy',
  'createRecord',
  'createRecord done',
  'createVersion',
  'createVersion done',
  'upload part',
  'confirm',
  'confirm done',
  'before commit',
  'after commit',
];
const number = fc.nat(7);
const name = fc.constantFrom(...NAMES);

const personal: fc.Arbitrary<Act>[] = [
  fc.record({
    do: fc.constantFrom('write', 'write', 'write', 'save by rename', 'delete', 'lock', 'unlock'),
    file: number,
  }),
  fc.record({
    do: fc.constantFrom('create', 'create', 'move', 'move folder'),
    file: number,
    folder: number,
    name,
  }),
  fc.record({ do: fc.constant('make folder' as const), folder: number, name }),
];
const server: fc.Arbitrary<Act>[] = [
  fc.record({ do: fc.constantFrom('server edit', 'server edit', 'server delete'), file: number }),
  fc.record({ do: fc.constant('server move' as const), file: number, folder: number, name }),
];
const faults: fc.Arbitrary<Act> = fc.record({
  do: fc.constantFrom('crash', 'crash', 'power cut', 'go offline', 'lose a reply', 'lose a reply'),
  in: number,
});
const rare: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('role' as const), role: fc.constantFrom('upload', 'reader', 'none') }),
  fc.record({ do: fc.constant('lose the journal' as const), in: number }),
);
const restores: fc.Arbitrary<Act> = fc.record({ do: fc.constantFrom('back up', 'restore') });

/** Lists of what happens; `withRestore` includes a server that goes back to a backup. */
export function histories(clients: number, withRestore: boolean): fc.Arbitrary<(Step | SyncStep)[]> {
  const act = fc.oneof(...personal, ...personal, ...server, rare, ...(withRestore ? [restores] : []));
  const during = fc.record({
    at: fc.nat(150),
    label: fc.option(fc.constantFrom(...MOMENTS), { nil: undefined }),
    act: fc.oneof(...personal, ...server, faults, faults),
  });
  const sharp = fc.oneof(
    fc.record({
      at: fc.nat(1),
      label: fc.constantFrom('hash', 'link', 'replace'),
      act: fc.record({ do: fc.constantFrom('write', 'save by rename'), file: number }),
    }),
    fc.record({
      at: fc.nat(1),
      label: fc.constantFrom('createRecord', 'createRecords', 'createVersion', 'confirm'),
      act: fc.record({ do: fc.constantFrom('lose a reply', 'crash'), in: fc.constant(0) }),
    }),
  );
  const client = fc.nat(clients - 1);
  const sync = fc.record({
    client,
    sync: fc.constant(true as const),
    wait: fc.constantFrom(0, 2500, 2500, 2500, 70_000),
    during: fc.array(fc.oneof(during, during, sharp), { maxLength: 3 }),
  });
  /** What a document goes through most: a new version from elsewhere, and somebody writing just then. */
  const collision = fc
    .record({ client, during: fc.array(sharp, { minLength: 1, maxLength: 2 }) })
    .map(({ client: who, during: sharply }): (Step | SyncStep)[] => [
      { client: who, act: { do: 'server edit', file: 0 } },
      { client: who, sync: true, wait: 2500, during: sharply },
    ]);
  const one = fc.oneof(fc.record({ client, act }), sync, sync).map((step): (Step | SyncStep)[] => [step]);
  const steps = fc.array(fc.oneof({ weight: 9, arbitrary: one }, { weight: 1, arbitrary: collision }), {
    minLength: 4,
    maxLength: 45,
  });
  return fc.tuple(fc.boolean(), steps).map(([known, rest]) => [...(known ? PRELUDE : []), ...rest.flat()]);
}

const quiet = (client: number): SyncStep => ({ client, sync: true, wait: 2500, during: [] });
/** A document that both desktops have. */
const PRELUDE: readonly (Step | SyncStep)[] = [
  quiet(0),
  { client: 0, act: { do: 'create', file: 0, folder: 0, name: 'Acta.docx' } },
  quiet(0),
  quiet(0),
  quiet(1),
];

export class Director {
  private backup: ServerState | undefined;
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  async play(step: Step | SyncStep): Promise<void> {
    const client = this.world.clients[step.client];
    if (!client) return;
    if ('act' in step) {
      this.act(client, step.act);
      return;
    }
    this.world.advance(step.wait);
    const interruptions: Interruption[] = step.during.map(({ at, label, act }) => ({
      at,
      label,
      event: () => this.act(client, act),
    }));
    await client.cycle(interruptions);
  }

  act(client: Client, act: Act): void {
    const { world } = this;
    const { disk } = client;
    const documents = world.documents(client);
    switch (act.do) {
      case 'write': {
        const file = pick(documents, act.file);
        const node = file && disk.node(file.path);
        if (!node) return;
        world.discard(node.bytes);
        disk.overwrite(node, world.fresh(client.name));
        disk.settle(node);
        return;
      }
      case 'save by rename': {
        const file = pick(documents, act.file);
        if (!file) return;
        world.discard(file.bytes);
        disk.unlink(file.path);
        disk.settle(disk.make(file.path, 'file', world.fresh(client.name)));
        return;
      }
      case 'delete': {
        const file = pick(documents, act.file);
        if (!file) return;
        world.discard(file.bytes);
        disk.unlink(file.path);
        return;
      }
      case 'lock':
      case 'unlock': {
        const file = pick(documents, act.file);
        if (!file) return;
        const mark = joinPath(parentPath(file.path), `~$${file.path.slice(file.path.lastIndexOf('/') + 1)}`);
        if (act.do === 'unlock') disk.unlink(mark);
        else if (!disk.node(mark)) disk.make(mark, 'file', 'x').modified = world.clock.now();
        return;
      }
      case 'create': {
        const path = joinPath(pick(world.folders(client), act.folder) ?? '', act.name);
        if (world.canPut(client, path)) disk.settle(disk.make(path, 'file', world.fresh(client.name)));
        return;
      }
      case 'move':
      case 'move folder': {
        const from =
          act.do === 'move'
            ? pick(documents, act.file)?.path
            : pick(world.folders(client).slice(1), act.file);
        const to = joinPath(pick(world.folders(client), act.folder) ?? '', act.name);
        if (!from || !world.canPut(client, to) || `${to}/`.startsWith(`${from}/`)) return;
        for (const { path, bytes } of documents)
          if (`${path}/`.startsWith(`${from}/`)) world.moved.add(bytes);
        disk.rename(from, to);
        return;
      }
      case 'make folder': {
        const path = joinPath(pick(world.folders(client), act.folder) ?? '', act.name);
        if (world.canPut(client, path)) disk.make(path, 'folder');
        return;
      }
      case 'crash':
        client.crash();
        return;
      case 'power cut':
        client.powerCut();
        return;
      case 'go offline':
        client.online = !client.online;
        return;
      case 'lose a reply':
        world.lostReplies = act.in + 1;
        return;
      case 'lose the journal':
        world.journalLost = true;
        client.loseJournal();
        return;
      default:
        this.serverAct(client, act);
    }
  }

  /** A backup brings nothing back that no desktop has. */
  private forgetWhatOnlyTheServerHad(): void {
    const files = this.world.clients.flatMap((each) => each.disk.filesBelow(''));
    const kept = new Set(files.flatMap(({ path, bytes }) => (path.startsWith(SYSTEM_FOLDER) ? [] : [bytes])));
    for (const text of this.world.ledger.keys()) if (!kept.has(text)) this.world.discard(text);
  }

  private serverAct(client: Client, act: Act): void {
    const { server } = this.world;
    const live = [...server.state.nodes.values()].filter((node) => !server.isDeleted(node.id));
    const records = live.filter((node) => node.kind === 'record' && node.current);
    switch (act.do) {
      case 'server edit': {
        const node = pick(records, act.file);
        if (!node) return;
        const bytes = this.world.fresh('navegador');
        server.confirm(server.addVersion(node.id, node.current, 'navegador', bytes, node.name));
        return;
      }
      case 'server delete': {
        const node = pick(records, act.file);
        if (!node) return;
        node.deleted = true;
        server.touch(node);
        return;
      }
      case 'server move': {
        const node = pick(live, act.file);
        const folders = [LIBRARY, ...live.filter((each) => each.kind === 'folder').map((each) => each.id)];
        const parent = pick(folders, act.folder);
        if (!node || !parent) return;
        for (let up: string | undefined = parent; up !== undefined; up = server.state.nodes.get(up)?.parent) {
          if (up === node.id) return;
        }
        if (server.namesIn(parent, node.id).has(act.name.toLowerCase())) return;
        node.parent = parent;
        node.name = act.name;
        server.touch(node);
        return;
      }
      case 'role':
        this.world.rolesChanged = true;
        server.grant(client.name, act.role);
        return;
      case 'back up':
        this.backup = server.snapshot();
        return;
      case 'restore': {
        if (!this.backup) return;
        this.world.restored = true;
        this.forgetWhatOnlyTheServerHad();
        server.restore(this.backup);
        return;
      }
      default:
    }
  }
}

function pick<T>(items: readonly T[], index: number): T | undefined {
  return items.length === 0 ? undefined : items[index % items.length];
}
