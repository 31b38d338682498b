import { joinPath, parentPath } from '../planner/trees.ts';
import type { Act } from './acts.ts';
import type { Client, Interruption } from './client.ts';
import { check } from './invariants.ts';
import { pick } from './random.ts';
import { ServerActs } from './server-acts.ts';
import { settle } from './settle.ts';
import type { AnyStep } from './steps.ts';
import { commutes } from './twins.ts';
import type { World } from './world.ts';

type NestedFolders = Extract<Act, { readonly do: 'make nested folders' }>;

/** What is appended to a document's name for its backup. */
const BACKUP = '.orig';

/** Lets the steps of a history happen in a world. */
export class Director {
  private readonly server: ServerActs;
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
    this.server = new ServerActs(world);
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
      // Acts beside a cycle come one upon the other; these leave the engine the moment that a look takes.
      await client.peeked();
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
      case 'save with a backup': {
        const file = pick(documents, act.file);
        if (!file || file.path.endsWith(BACKUP)) return;
        const backup = file.path + BACKUP;
        const former = disk.node(backup);
        if (former) world.discard(former.bytes);
        // It becomes a document of its own where it gets another name, and stays where its person loses a role, as any copy.
        world.moved.add(file.bytes);
        world.copied.add(file.bytes);
        world.discard(file.bytes);
        if (former) disk.unlink(backup);
        disk.rename(file.path, backup);
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
      case 'make nested folders':
        this.makeNestedFolders(client, act);
        return;
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
        this.server.act(client, act);
    }
  }

  /** Goes on in folders that are there. */
  private makeNestedFolders(client: Client, { folder, name, filled }: NestedFolders): void {
    const { world } = this;
    const { disk } = client;
    const names = name.split('/');
    let path = pick(world.folders(client), folder) ?? '';
    for (const [level, each] of names.entries()) {
      path = joinPath(path, each);
      if (world.canPut(client, path)) disk.make(path, 'folder');
      const file = joinPath(path, 'Acta.docx');
      const isFilled = level === names.length - 1 || ((filled >> level) & 1) === 1;
      if (isFilled && world.canPut(client, file))
        disk.settle(disk.make(file, 'file', world.fresh(client.name)));
    }
  }

  private deleteFolder(client: Client, folder: string): void {
    const inside = [...client.disk.names].filter(([path]) => `${path}/`.startsWith(`${folder}/`));
    for (const [path, node] of inside.sort(([a], [b]) => b.length - a.length)) {
      if (node.kind === 'file') {
        this.world.discard(node.bytes);
        // As one that is deleted by itself: made anew in another case, at once, it is a save and a rename.
        this.world.server.movers.add(client.name);
      }
      this.close(client, path);
      client.disk.unlink(path);
    }
  }

  /** Its program has ended, or its person moved the document away: it writes no more. */
  private close({ disk }: Client, path: string): void {
    const node = disk.node(path);
    if (node) disk.handles.delete(node);
  }
}
