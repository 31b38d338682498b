import type {
  LocalEntry,
  LocalFile,
  LocalTree,
  SyncedFolder,
  SyncedNode,
  SyncedRecord,
  SyncedTree,
} from './trees.ts';
import { joinPath } from './trees.ts';

/** Which local file or folder holds which synced node. */
export interface Matched {
  readonly entryOf: ReadonlyMap<string, LocalEntry>;
  /** Node id (or library id) by path. */
  readonly idOf: ReadonlyMap<string, string>;
}

export interface MatchOptions {
  /** Path of each library's folder, by library id. */
  readonly libraries: ReadonlyMap<string, { readonly path: string }>;
  /** Whether an identity alone proves that it is the same file; else its hash must confirm it. */
  readonly stableIdentity: boolean;
}

/**
 * Recognizes the synced nodes on the disk. A file that stands where it was synced is that record, though
 * another file took its place (programs save by renaming); one that is not there is looked for by its
 * identity, then by its bytes. Pure.
 */
export function match(synced: SyncedTree, local: LocalTree, options: MatchOptions): Matched {
  const matcher = new Matcher(synced, local, options);
  matcher.folders();
  matcher.records();
  // Not the matcher: this is kept, and what it was found with is large.
  const { entryOf, idOf } = matcher;
  return { entryOf, idOf };
}

class Matcher {
  readonly entryOf = new Map<string, LocalEntry>();
  readonly idOf = new Map<string, string>();
  private readonly foldersIn = new Map<string, SyncedFolder[]>();
  // Made only where something is not where it was: mostly everything is.
  private syncedIdentities: ReadonlySet<string> | undefined;
  private byIdentity: ReadonlyMap<string, LocalEntry> | undefined;
  private readonly local: LocalTree;
  private readonly options: MatchOptions;
  private readonly synced: SyncedTree;

  constructor(synced: SyncedTree, local: LocalTree, options: MatchOptions) {
    this.synced = synced;
    this.local = local;
    this.options = options;
    for (const node of synced.values()) {
      if (node.kind !== 'folder') continue;
      const siblings = this.foldersIn.get(node.parent);
      if (siblings) siblings.push(node);
      else this.foldersIn.set(node.parent, [node]);
    }
    for (const [id, { path }] of options.libraries) this.idOf.set(path, id);
  }

  /** Top-down: where a folder is decides where its children are expected. */
  folders(): void {
    const queue = [...this.options.libraries].map(([id, { path }]) => ({
      id,
      path: path as string | undefined,
    }));
    const seen = new Set<string>();
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (seen.has(next.id)) continue;
      seen.add(next.id);
      for (const node of this.foldersIn.get(next.id) ?? []) {
        const expected = next.path === undefined ? undefined : joinPath(next.path, node.name);
        const found =
          this.exact(node, expected) ?? this.moved(node, expected) ?? this.replaced(node, expected);
        if (found) this.claim(node, found);
        queue.push({ id: node.id, path: found?.path });
      }
    }
  }

  records(): void {
    let open = [...this.synced.values()].filter((node) => node.kind === 'record');
    const passes = [this.exact, this.moved, this.replaced];
    for (const pass of passes) {
      open = open.filter((node) => {
        const found = pass.call(this, node, this.expectedPath(node));
        if (found) this.claim(node, found);
        return !found;
      });
    }
    this.sameBytes(open.filter((node) => !node.stopped));
  }

  private expectedPath(node: SyncedNode): string | undefined {
    const library = this.options.libraries.get(node.parent);
    const parent = library ? library.path : this.entryOf.get(node.parent)?.path;
    return parent === undefined ? undefined : joinPath(parent, node.name);
  }

  private at(node: SyncedNode, path: string | undefined): LocalEntry | undefined {
    const entry = path === undefined ? undefined : this.local.get(path);
    if (!entry || (entry.kind === 'folder') !== (node.kind === 'folder')) return undefined;
    return this.idOf.has(entry.path) ? undefined : entry;
  }

  private exact(node: SyncedNode, expected: string | undefined): LocalEntry | undefined {
    const entry = this.at(node, expected);
    return entry?.identity === node.identity ? entry : undefined;
  }

  private moved(node: SyncedNode, expected: string | undefined): LocalEntry | undefined {
    this.byIdentity ??= new Map([...this.local.values()].map((each) => [each.identity, each]));
    const entry = this.at(node, this.byIdentity.get(node.identity)?.path);
    if (!entry || entry.path === expected || !this.confirmed(node, entry)) return undefined;
    const there = this.at(node, expected);
    // A stranger took its place: a program saved by renaming and kept the old file as its backup.
    if (there && !this.isSynced(there.identity)) return undefined;
    return entry;
  }

  private isSynced(identity: string): boolean {
    this.syncedIdentities ??= new Set([...this.synced.values()].map((node) => node.identity));
    return this.syncedIdentities.has(identity);
  }

  private confirmed(node: SyncedNode, entry: LocalEntry): boolean {
    if (this.options.stableIdentity) return true;
    if (node.kind === 'folder' || entry.kind === 'folder') return true;
    return entry.sha256 === undefined || entry.sha256 === node.sha256;
  }

  private replaced(node: SyncedNode, expected: string | undefined): LocalEntry | undefined {
    return this.at(node, expected);
  }

  /** A file copied elsewhere and deleted here has moved, where its bytes leave no doubt. */
  private sameBytes(open: readonly SyncedRecord[]): void {
    if (open.length === 0) return;
    const bySha = new Map<string, LocalFile[]>();
    for (const entry of this.local.values()) {
      if (entry.kind !== 'file' || !entry.sha256 || entry.size === 0 || this.idOf.has(entry.path)) continue;
      bySha.set(entry.sha256, [...(bySha.get(entry.sha256) ?? []), entry]);
    }
    const wanted = new Map<string, number>();
    for (const node of open) wanted.set(node.sha256, (wanted.get(node.sha256) ?? 0) + 1);
    for (const node of open) {
      const candidates = bySha.get(node.sha256);
      const [only] = candidates ?? [];
      if (only && candidates?.length === 1 && wanted.get(node.sha256) === 1) this.claim(node, only);
    }
  }

  private claim(node: SyncedNode, entry: LocalEntry): void {
    this.entryOf.set(node.id, entry);
    this.idOf.set(entry.path, node.id);
  }
}
