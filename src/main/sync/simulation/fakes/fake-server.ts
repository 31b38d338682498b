import { diskKey, uniqueDiskName } from '#shared/platform/files/names.ts';
import type { RemoteNode } from '../../planner/trees.ts';
import { type FeedPage, RemoteError, type VersionInfo } from '../../ports/remote.ts';
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
  /** Somebody chose a version. */
  settled: boolean;
  /** What was current before this one. */
  replaced: string | undefined;
  /** It was published once, so readers may know of it. */
  wasPublished?: boolean;
}

export interface FakeNode {
  readonly id: string;
  readonly kind: 'folder' | 'record';
  parent: string;
  name: string;
  current: string | undefined;
  /** The version that readers are served. */
  published: string | undefined;
  deleted: boolean;
  seq: number;
}

export type Role = 'upload' | 'reader' | 'none';

export interface ServerState {
  nodes: Map<string, FakeNode>;
  versions: Map<string, FakeVersion>;
  answers: Map<string, unknown>;
  seq: number;
  epoch: number;
  /** The library's name, and so its folder's. */
  libraryName: string;
}

export const LIBRARY = 'library';
/** Rows in one page of the feed: few, so that every history has several pages. */
const PAGE = 7;

export interface FakeSafeguards {
  readonly cas: boolean;
  readonly idempotency: boolean;
}

/** A person with every role who works in a browser. */
export const BROWSER = 'navegador';

/** The position that a cursor of this server has reached. */
export function positionOf(cursor: string): number {
  return Number(cursor.split('|')[1]);
}

/** A server with one library, the same for all clients. Its rules are those of docs/domain and docs/protocols/rest.md. */
export class FakeServer {
  state: ServerState = {
    nodes: new Map(),
    versions: new Map(),
    answers: new Map(),
    seq: 0,
    epoch: 1,
    libraryName: 'Calidad',
  };
  /** Access generation by person; a change makes their next feed a full snapshot. */
  readonly access = new Map<string, { role: Role; generation: number }>();
  /** Writes without permission: there must never be one (invariant 7). */
  readonly offences: string[] = [];
  /** What people deleted on a screen: nothing else may be deleted (invariant 7). */
  readonly deletedByPeople = new Set<string>();
  /** People who moved, renamed or copied something on their disk. */
  readonly movers = new Set<string>();
  /** Called with each written node, for everybody who may be told. */
  onChange: (node: string) => void = () => {};
  onAccess: (person: string) => void = () => {};
  private ids = 0;
  readonly safeguards: FakeSafeguards;

  constructor(safeguards: FakeSafeguards) {
    this.safeguards = safeguards;
  }

  newId(): string {
    this.ids += 1;
    return `s-${this.ids}`;
  }

  grant(person: string, role: Role): void {
    this.access.set(person, { role, generation: (this.access.get(person)?.generation ?? 0) + 1 });
    this.onAccess(person);
  }

  roleOf(person: string): Role {
    return this.access.get(person)?.role ?? 'none';
  }

  copyFrom(other: FakeServer): void {
    this.state = structuredClone(other.state);
    for (const [person, access] of other.access) this.access.set(person, access);
    for (const id of other.deletedByPeople) this.deletedByPeople.add(id);
    for (const person of other.movers) this.movers.add(person);
    this.ids = other.ids;
  }

  snapshot(): ServerState {
    return structuredClone(this.state);
  }

  /** Restores a backup: later changes are gone, and the epoch is another one. */
  restore(backup: ServerState): void {
    const { epoch } = this.state;
    this.state = { ...structuredClone(backup), epoch: epoch + 1 };
  }

  /** Every write calls this at its commit. */
  touch(node: FakeNode, by: string): void {
    if (by !== BROWSER && this.roleOf(by) !== 'upload') this.offences.push(`${by} wrote ${node.id}`);
    this.state.seq += 1;
    node.seq = this.state.seq;
    this.onChange(node.id);
  }

  addNode(kind: 'folder' | 'record', parent: string, wanted: string, by: string): FakeNode {
    const name = uniqueDiskName(wanted, this.namesIn(parent));
    const node: FakeNode = {
      id: this.newId(),
      kind,
      parent,
      name,
      current: undefined,
      published: undefined,
      deleted: false,
      seq: 0,
    };
    this.state.nodes.set(node.id, node);
    this.touch(node, by);
    return node;
  }

  namesIn(parent: string, but?: string): Set<string> {
    const nodes = [...this.state.nodes.values()].filter(
      (each) => each.parent === parent && !each.deleted && each.id !== but,
    );
    return new Set(nodes.map((each) => diskKey(each.name)));
  }

  /** Makes a pending version ready: gives it a number, and compares its base with what is current. */
  confirm(version: FakeVersion): 'current' | 'conflict' {
    const node = this.state.nodes.get(version.record);
    if (!node) throw new RemoteError('gone', 'not_found', '');
    const ready = [...this.state.versions.values()].filter(
      (each) => each.record === node.id && each.status === 'ready',
    );
    version.status = 'ready';
    version.number = ready.length + 1;
    // A first version may be based on one whose bytes never came.
    const isFirst = node.current === undefined;
    version.conflict = this.safeguards.cas && !isFirst && node.current !== version.base;
    if (!version.conflict) {
      version.replaced = node.current;
      node.current = version.id;
    }
    this.touch(node, version.by);
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

  /** Whether a node is a folder, or lies in it at any depth. */
  isIn(id: string, folder: string): boolean {
    for (let up: string | undefined = id; up !== undefined; up = this.state.nodes.get(up)?.parent)
      if (up === folder) return true;
    return false;
  }

  /** The version that a person is served: with a role the current one, else the published one. */
  servedTo(person: string, node: FakeNode): string | undefined {
    const role = this.roleOf(person);
    if (role === 'none' || this.isDeleted(node.id)) return undefined;
    return role === 'upload' ? node.current : node.published;
  }

  remoteNode(person: string, node: FakeNode): RemoteNode | undefined {
    const place = { id: node.id, library: LIBRARY, parent: node.parent, name: node.name };
    if (this.isDeleted(node.id)) return undefined;
    if (node.kind === 'folder') return { ...place, kind: 'folder', hasDefaultLabels: true };
    const version = this.servedTo(person, node);
    if (!version) return undefined;
    const writable = this.roleOf(person) === 'upload';
    return { ...place, kind: 'record', version: this.infoOf(version), writable, rev: node.seq };
  }

  /**
   * What changed in the library since a cursor, as this person sees it. As on the server, all pages of a snapshot have
   * the position of its beginning, and what changed since then is told after them.
   */
  page(person: string, since: string | undefined): FeedPage {
    const { state } = this;
    const generation = this.access.get(person)?.generation ?? 0;
    const epoch = String(state.epoch);
    const access = `${epoch}:${generation}`;
    const [cursorAccess, after, given] = since?.split('|') ?? [];
    const isKnown = cursorAccess === access && Number(after) <= state.seq;
    const begin = isKnown ? Number(after) : state.seq;
    if (isKnown && given === undefined) return this.changesSince(person, access, begin);
    const first = isKnown ? Number(given) : 0;
    const all = [...state.nodes.values()];
    const nodes = all.slice(first, first + PAGE).flatMap((node) => this.remoteNode(person, node) ?? []);
    const more = first + PAGE < all.length;
    const cursor = more ? `${access}|${begin}|${first + PAGE}` : `${access}|${begin}`;
    return { mode: 'snapshot', epoch, nodes, gone: [], cursor, more };
  }

  private changesSince(person: string, access: string, begin: number): FeedPage {
    const { state } = this;
    const rows = [...state.nodes.values()].filter((node) => node.seq > begin).sort((a, b) => a.seq - b.seq);
    const page = rows.slice(0, PAGE);
    const nodes: RemoteNode[] = [];
    const gone: string[] = [];
    for (const row of page) {
      const node = this.remoteNode(person, row);
      if (node) nodes.push(node);
      else gone.push(row.id);
    }
    const cursor = `${access}|${page.at(-1)?.seq ?? state.seq}`;
    return {
      mode: 'changes',
      epoch: String(state.epoch),
      nodes,
      gone,
      cursor,
      more: rows.length > PAGE,
    };
  }
}
