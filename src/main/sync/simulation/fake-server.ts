import { clashKey, uniqueDiskName } from '#shared/domain/names.ts';
import { type FeedPage, RemoteError, type VersionInfo } from '../ports/remote.ts';
import type { RemoteNode } from '../trees.ts';
import { sha256Of } from './fake-disk.ts';

export interface FakeVersion {
  readonly id: string;
  readonly record: string;
  readonly base: string | undefined;
  readonly by: string;
  readonly name: string;
  bytes: string;
  status: 'pending' | 'ready' | 'errored';
  number: number;
  conflict: boolean;
  /** Somebody said which version is to stand. */
  settled: boolean;
  /** What was current just before this one became it. */
  replaced: string | undefined;
}

export interface FakeNode {
  readonly id: string;
  readonly kind: 'folder' | 'record';
  parent: string;
  name: string;
  current: string | undefined;
  deleted: boolean;
  seq: number;
}

export interface ServerState {
  nodes: Map<string, FakeNode>;
  versions: Map<string, FakeVersion>;
  answers: Map<string, unknown>;
  seq: number;
  epoch: number;
}

export const LIBRARY = 'library';
/** Rows of the feed in one page: few, so that every history has several. */
const PAGE = 7;

export interface FakeSafeguards {
  readonly cas: boolean;
  readonly idempotency: boolean;
}

/** A server with one library, the same for all clients. Its rules are those of domain.md and api.md. */
export class FakeServer {
  state: ServerState = { nodes: new Map(), versions: new Map(), answers: new Map(), seq: 0, epoch: 1 };
  /** Access by person; a change of it makes their next feed a full snapshot. */
  readonly access = new Map<string, { role: 'upload' | 'reader' | 'none'; generation: number }>();
  private ids = 0;
  readonly safeguards: FakeSafeguards;

  constructor(safeguards: FakeSafeguards) {
    this.safeguards = safeguards;
  }

  newId(): string {
    this.ids += 1;
    return `s-${this.ids}`;
  }

  grant(person: string, role: 'upload' | 'reader' | 'none'): void {
    this.access.set(person, { role, generation: (this.access.get(person)?.generation ?? 0) + 1 });
  }

  snapshot(): ServerState {
    return structuredClone(this.state);
  }

  /** Back to a backup: what came since is gone, and the epoch says so. */
  restore(backup: ServerState): void {
    const { epoch } = this.state;
    this.state = { ...structuredClone(backup), epoch: epoch + 1 };
  }

  touch(node: FakeNode): void {
    this.state.seq += 1;
    node.seq = this.state.seq;
  }

  addNode(kind: 'folder' | 'record', parent: string, wanted: string): FakeNode {
    const name = uniqueDiskName(wanted, this.namesIn(parent));
    const node: FakeNode = {
      id: this.newId(),
      kind,
      parent,
      name,
      current: undefined,
      deleted: false,
      seq: 0,
    };
    this.state.nodes.set(node.id, node);
    this.touch(node);
    return node;
  }

  namesIn(parent: string, but?: string): Set<string> {
    const nodes = [...this.state.nodes.values()].filter(
      (each) => each.parent === parent && !each.deleted && each.id !== but,
    );
    return new Set(nodes.map((each) => clashKey(each.name)));
  }

  /** Makes a pending version ready: numbers it, and compares its base with what is current. */
  confirm(version: FakeVersion): 'current' | 'conflict' {
    const node = this.state.nodes.get(version.record);
    if (!node) throw new RemoteError('gone', 'not_found', '');
    const ready = [...this.state.versions.values()].filter(
      (each) => each.record === node.id && each.status === 'ready',
    );
    version.status = 'ready';
    version.number = ready.length + 1;
    version.conflict = this.safeguards.cas && node.current !== version.base;
    if (!version.conflict) {
      version.replaced = node.current;
      node.current = version.id;
    }
    this.touch(node);
    return version.conflict ? 'conflict' : 'current';
  }

  addVersion(record: string, base: string | undefined, by: string, bytes: string, name: string): FakeVersion {
    const version: FakeVersion = {
      id: this.newId(),
      record,
      base,
      by,
      name,
      bytes,
      status: 'pending',
      number: 0,
      conflict: false,
      settled: false,
      replaced: undefined,
    };
    this.state.versions.set(version.id, version);
    return version;
  }

  ready(): FakeVersion[] {
    return [...this.state.versions.values()].filter((version) => version.status === 'ready');
  }

  infoOf(id: string): VersionInfo {
    const version = this.state.versions.get(id);
    if (!version) throw new RemoteError('gone', 'not_found', '');
    return { id, number: version.number, sha256: sha256Of(version.bytes), size: version.bytes.length };
  }

  isDeleted(id: string): boolean {
    if (id === LIBRARY) return false;
    const node = this.state.nodes.get(id);
    return !node || node.deleted || this.isDeleted(node.parent);
  }

  remoteNode(node: FakeNode, writable: boolean): RemoteNode | undefined {
    const place = { id: node.id, library: LIBRARY, parent: node.parent, name: node.name };
    if (this.isDeleted(node.id)) return undefined;
    if (node.kind === 'folder') return { ...place, kind: 'folder', hasDefaultLabels: true };
    if (!node.current) return undefined;
    return { ...place, kind: 'record', version: this.infoOf(node.current), writable, rev: node.seq };
  }

  /** What changed in the library since a cursor, as this person sees it. */
  page(person: string, since: string | undefined): FeedPage {
    const { state } = this;
    const { role, generation } = this.access.get(person) ?? { role: 'none', generation: 0 };
    const epoch = String(state.epoch);
    const access = `${epoch}:${generation}`;
    const [cursorAccess, after, snapshotFrom] = since?.split('|') ?? [];
    const full = cursorAccess !== access || snapshotFrom !== undefined || Number(after) > state.seq;
    const begin = cursorAccess === access ? Number(after) : 0;
    const rows = [...state.nodes.values()].filter((node) => node.seq > begin).sort((a, b) => a.seq - b.seq);
    const page = rows.slice(0, PAGE);
    const more = rows.length > PAGE;
    const nodes: RemoteNode[] = [];
    const gone: string[] = [];
    for (const row of page) {
      const node = this.remoteNode(row, role === 'upload');
      if (node) nodes.push(node);
      else if (!full) gone.push(row.id);
    }
    const seq = page.at(-1)?.seq ?? state.seq;
    const cursor = full && more ? `${access}|${seq}|snapshot` : `${access}|${seq}`;
    return { mode: full ? 'snapshot' : 'changes', epoch, nodes, gone, cursor, more };
  }
}
