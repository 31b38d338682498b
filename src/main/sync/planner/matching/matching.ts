import type { LocalEntry, LocalTree, SyncedNode, SyncedTree } from '../trees.ts';
import { joinPath, parentPath } from '../trees.ts';
import { LocalIndexes } from './local-indexes.ts';
import type { Absence, MatchOptions } from './matched.ts';

/** For how long a program that saves may leave the document's path free, in milliseconds. */
export const SAVE_GAP_MS = 10_000;

/**
 * For how long it may, in milliseconds, while the old file lies beside it under a name that programs give to what they
 * replace and people hardly ever give. On a slow disk a large document takes a minute to write.
 */
export const SLOW_SAVE_GAP_MS = 120_000;

const NEVER: Absence = { now: 0, since: new Map() };

/** A recognition that is being made: which nodes were found so far, and what every step of it asks. */
export class Matching {
  readonly entryOf = new Map<string, LocalEntry>();
  readonly idOf = new Map<string, string>();
  readonly saving = new Set<string>();
  readonly aside = new Set<string>();
  // Made only where something is not in its place, which is rare.
  private syncedIdentities: ReadonlySet<string> | undefined;
  private places: ReadonlySet<string> | undefined;
  readonly indexes: LocalIndexes;
  readonly local: LocalTree;
  readonly options: MatchOptions;
  readonly synced: SyncedTree;
  private readonly absence: Absence;

  constructor(synced: SyncedTree, local: LocalTree, options: MatchOptions) {
    this.synced = synced;
    this.local = local;
    this.indexes = new LocalIndexes(local);
    this.options = options;
    this.absence = options.absence ?? NEVER;
    for (const [id, { path }] of options.libraries) this.idOf.set(path, id);
  }

  /** This entry is that node. */
  claim(node: SyncedNode, entry: LocalEntry): void {
    this.entryOf.set(node.id, entry);
    this.idOf.set(entry.path, node.id);
  }

  /** Where its file belongs, as far as its folder is known. */
  expectedPath(node: SyncedNode): string | undefined {
    const library = this.options.libraries.get(node.parent);
    const parent = library ? library.path : this.entryOf.get(node.parent)?.path;
    return parent === undefined ? undefined : joinPath(parent, node.name);
  }

  /** What lies at a path, where it is of the node's kind and belongs to none yet. */
  at(node: SyncedNode, path: string | undefined): LocalEntry | undefined {
    const entry = path === undefined ? undefined : this.local.get(path);
    if (!entry || (entry.kind === 'folder') !== (node.kind === 'folder')) return undefined;
    return this.idOf.has(entry.path) ? undefined : entry;
  }

  /** Whether it has been missing for longer than a program takes to save. */
  isLongGone({ id }: SyncedNode): boolean {
    const since = this.absence.since.get(id);
    return since !== undefined && this.absence.now - since >= SAVE_GAP_MS;
  }

  /** Whether its place is free, and its file lies beside it under an ignored name since not too long ago. */
  isAside({ id, identity }: SyncedNode, expected: string | undefined): boolean {
    const { keepsAside, stableIdentity } = this.options;
    if (expected === undefined || !stableIdentity || this.local.has(expected)) return false;
    if (!keepsAside?.(parentPath(expected), identity)) return false;
    const since = this.absence.asideSince?.get(id) ?? this.absence.now;
    return this.absence.now - since < SLOW_SAVE_GAP_MS;
  }

  hasBytesOf(node: SyncedNode, entry: LocalEntry): boolean {
    if (node.kind === 'folder' || entry.kind === 'folder') return true;
    return entry.sha256 === node.sha256;
  }

  /** Whether a node is known to have this identity. */
  isSynced(identity: string): boolean {
    this.syncedIdentities ??= new Set([...this.synced.values()].map((node) => node.identity));
    return this.syncedIdentities.has(identity);
  }

  /** Whether a file is no synced one, and lies in no other record's place. */
  isNewFile(node: SyncedNode, { path, identity }: LocalEntry): boolean {
    if (!this.at(node, path) || this.isSynced(identity)) return false;
    this.places ??= new Set(
      [...this.synced.values()].flatMap((each) =>
        each.kind === 'record' ? (this.expectedPath(each) ?? []) : [],
      ),
    );
    return !this.places.has(path) || this.expectedPath(node) === path;
  }
}
