import { SYSTEM_FOLDER } from '../engine/layout.ts';
import type { Act } from './acts.ts';
import type { Client } from './client.ts';
import { BROWSER, LIBRARY, type ServerState } from './fakes/fake-server.ts';
import { pick } from './random.ts';
import type { World } from './world.ts';

/** What happens on the server: others work in their browsers, roles change, it is restarted or restored. */
export class ServerActs {
  private backup: ServerState | undefined;
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  act(client: Client, act: Act): void {
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

  /** A restored server does not get back what no desktop has. */
  private forgetWhatOnlyTheServerHad(): void {
    const files = this.world.clients.flatMap((each) => each.disk.filesBelow(''));
    const kept = new Set(files.flatMap(({ path, bytes }) => (path.startsWith(SYSTEM_FOLDER) ? [] : [bytes])));
    for (const text of this.world.ledger.keys()) if (!kept.has(text)) this.world.discard(text);
  }
}
