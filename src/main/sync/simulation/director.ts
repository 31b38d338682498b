import { SYSTEM_FOLDER } from '../engine/layout.ts';
import { joinPath, parentPath } from '../planner/trees.ts';
import type { Act } from './acts.ts';
import type { Client, Interruption } from './client.ts';
import { BROWSER, LIBRARY, type ServerState } from './fake-server.ts';
import { check } from './invariants.ts';
import { settle } from './settle.ts';
import type { AnyStep } from './steps.ts';
import { commutes } from './twins.ts';
import type { World } from './world.ts';

/** Lets the steps of a history happen in a world. */
export class Director {
  private backup: ServerState | undefined;
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  async play(step: AnyStep): Promise<void> {
    if ('peace' in step) {
      await settle(this.world);
      check(this.world);
      return;
    }
    const index = step.client % this.world.clients.length;
    const client = this.world.clients[index];
    if (!client) return;
    if ('twins' in step) {
      await commutes(this.world, index, step.twins);
      return;
    }
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
    await client.cycle(interruptions, step.byHints);
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
        this.close(client, file.path);
        disk.unlink(file.path);
        disk.settle(disk.make(file.path, 'file', world.fresh(client.name)));
        return;
      }
      case 'delete': {
        const file = pick(documents, act.file);
        if (!file) return;
        world.discard(file.bytes);
        // With a new one under its name in another case it is a save, and a rename.
        world.server.movers.add(client.name);
        this.close(client, file.path);
        disk.unlink(file.path);
        return;
      }
      case 'delete folder': {
        const folder = pick(world.folders(client).slice(1), act.file);
        if (folder !== undefined) this.deleteFolder(client, folder);
        return;
      }
      case 'hold open': {
        const node = disk.node(pick(documents, act.file)?.path ?? '');
        if (node) disk.handles.add(node);
        return;
      }
      case 'write through': {
        const node = pick([...disk.handles], act.file);
        if (!node) return;
        world.discard(node.bytes);
        disk.overwrite(node, world.fresh(client.name));
        disk.settle(node);
        return;
      }
      case 'let go': {
        const node = pick([...disk.handles], act.file);
        if (node) disk.handles.delete(node);
        return;
      }
      case 'make ignored': {
        const [name = '', inside] = act.name.split('/');
        const path = joinPath(pick(world.folders(client), act.folder) ?? '', name);
        if (!world.isIgnored(client, path)) return;
        if (inside !== undefined && world.canPut(client, path)) disk.make(path, 'folder');
        const file = inside === undefined ? path : joinPath(path, inside);
        if (world.canPut(client, file)) disk.settle(disk.make(file, 'file', world.fresh(client.name)));
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
      case 'copy': {
        const from = pick(documents, act.file);
        const path = joinPath(pick(world.folders(client), act.folder) ?? '', act.name);
        if (!from || !world.canPut(client, path)) return;
        world.moved.add(from.bytes);
        world.copied.add(from.bytes);
        world.server.movers.add(client.name);
        disk.settle(disk.make(path, 'file', from.bytes));
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
        world.server.movers.add(client.name);
        for (const { path, bytes } of documents)
          if (`${path}/`.startsWith(`${from}/`)) world.moved.add(bytes);
        disk.rename(from, to);
        return;
      }
      case 'rename library folder': {
        const to = joinPath(parentPath(world.rootOf(client)), act.name);
        if (disk.node(world.rootOf(client)) && world.canPut(client, to))
          disk.rename(world.rootOf(client), to);
        return;
      }
      case 'make a folder beside': {
        const path = joinPath(parentPath(world.rootOf(client)), act.name);
        if (world.canPut(client, path)) disk.make(path, 'folder');
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
      case 'lose a message':
        client.line.disturb('lost', act.in);
        client.screen.disturb('lost', act.in);
        return;
      case 'double a message':
        client.line.disturb('twice', act.in);
        client.screen.disturb('twice', act.in);
        return;
      case 'delay a message':
        client.line.disturb('late', act.in);
        client.screen.disturb('late', act.in);
        return;
      case 'lose the journal':
        world.journalLost = true;
        // Without it, a file that others moved looks as if it had been moved here.
        world.server.movers.add(client.name);
        client.loseJournal();
        return;
      default:
        this.serverAct(client, act);
    }
  }

  private deleteFolder(client: Client, folder: string): void {
    const inside = [...client.disk.names].filter(([path]) => `${path}/`.startsWith(`${folder}/`));
    for (const [path, node] of inside.sort(([a], [b]) => b.length - a.length)) {
      if (node.kind === 'file') this.world.discard(node.bytes);
      this.close(client, path);
      client.disk.unlink(path);
    }
  }

  /** Its program has ended, or its person moved the document away: it writes no more. */
  private close({ disk }: Client, path: string): void {
    const node = disk.node(path);
    if (node) disk.handles.delete(node);
  }

  /** A restored server does not get back what no desktop has. */
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
        const bytes = this.world.fresh(BROWSER);
        server.confirm(server.addVersion(node.id, node.current, BROWSER, bytes, node.name));
        return;
      }
      case 'server delete': {
        const node = pick(records, act.file);
        if (!node) return;
        node.deleted = true;
        server.deletedByPeople.add(node.id);
        server.touch(node, BROWSER);
        return;
      }
      case 'server delete folder': {
        const folder = pick(
          live.filter(({ kind }) => kind === 'folder'),
          act.file,
        );
        if (!folder) return;
        for (const node of live.filter(({ id }) => server.isIn(id, folder.id)).reverse()) {
          node.deleted = true;
          server.deletedByPeople.add(node.id);
          server.touch(node, BROWSER);
        }
        return;
      }
      case 'server publish': {
        const node = pick(records, act.file);
        if (!node) return;
        node.published = node.current;
        const version = server.state.versions.get(node.current ?? '');
        if (version) version.wasPublished = true;
        server.touch(node, BROWSER);
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
        server.touch(node, BROWSER);
        return;
      }
      case 'ask for': {
        const node = pick(records, act.file);
        if (node) this.world.ask(client, node.id);
        return;
      }
      case 'rename library':
        server.state.libraryName = act.name;
        this.world.tellAll('library.changed', { groupId: LIBRARY });
        return;
      case 'restart':
        this.world.restartServer();
        return;
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
        this.world.restartServer();
        return;
      }
      default:
    }
  }
}

function pick<T>(items: readonly T[], index: number): T | undefined {
  return items.length === 0 ? undefined : items[index % items.length];
}
