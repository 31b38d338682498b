import { clashKey, splitExtension } from '#shared/platform/names.ts';
import { isBackupOf, isKeptBackup, mayBeKeptBackup } from './backups.ts';
import { LocalIndexes } from './local-indexes.ts';
import type { Absence, Matched, MatchOptions } from './matched.ts';
import { findStrangers, isKnownBackup } from './strangers.ts';
import type {
  LocalEntry,
  LocalFile,
  LocalTree,
  SyncedFolder,
  SyncedNode,
  SyncedRecord,
  SyncedTree,
} from './trees.ts';
import { joinPath, parentPath } from './trees.ts';

/** For how long a program that saves may leave the document's path free, in milliseconds. */
export const SAVE_GAP_MS = 10_000;

const NEVER: Absence = { now: 0, since: new Map() };

/**
 * Recognizes the synced nodes on the disk; decision 0035 has the rule and its reasons. A file at its synced path is
 * that record. A file that is elsewhere now is the record there, also where a new file took its path. Exception: where
 * a program saved, the old file is gone or has a backup's name, and the new one took the path within `SAVE_GAP_MS`.
 * What is found by neither is searched by its bytes. Pure.
 */
export function match(synced: SyncedTree, local: LocalTree, options: MatchOptions): Matched {
  const matcher = new Matcher(synced, local, options);
  matcher.folders();
  matcher.records();
  // Not the matcher itself: the result is kept, and the matcher's indexes are large.
  const { entryOf, idOf, saving } = matcher;
  const known = { entryOf, idOf, expectedPath: (node: SyncedNode) => matcher.expectedPath(node) };
  return { entryOf, idOf, saving, ...findStrangers(synced, local, options, known) };
}

class Matcher {
  readonly entryOf = new Map<string, LocalEntry>();
  readonly idOf = new Map<string, string>();
  readonly saving = new Set<string>();
  private readonly foldersIn = new Map<string, SyncedFolder[]>();
  // Made only where something is not in its place, which is rare.
  private syncedIdentities: ReadonlySet<string> | undefined;
  private places: ReadonlySet<string> | undefined;
  private readonly indexes: LocalIndexes;
  private readonly absence: Absence;
  private readonly local: LocalTree;
  private readonly options: MatchOptions;
  private readonly synced: SyncedTree;

  constructor(synced: SyncedTree, local: LocalTree, options: MatchOptions) {
    this.synced = synced;
    this.local = local;
    this.indexes = new LocalIndexes(local);
    this.options = options;
    this.absence = options.absence ?? NEVER;
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
    const walk = (): void => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        if (seen.has(next.id)) continue;
        seen.add(next.id);
        for (const node of this.foldersIn.get(next.id) ?? []) {
          const expected = next.path === undefined ? undefined : joinPath(next.path, node.name);
          queue.push({ id: node.id, path: this.claimFolder(node, expected) });
        }
      }
    };
    walk();
    // What is noted may be a tree no more, until all of a change was followed: a folder's parent was deleted by others, or
    // they turned the nesting of folders around. Those are recognized by their identity.
    const isCutOff = ({ parent }: SyncedFolder) => !this.synced.has(parent);
    for (const isNext of [isCutOff, () => true])
      for (const node of this.synced.values()) {
        if (node.kind !== 'folder' || seen.has(node.id) || !isNext(node)) continue;
        if (!this.options.libraries.has(node.library)) continue;
        queue.push({ id: node.id, path: this.claimFolder(node, undefined) });
        walk();
      }
  }

  /** @returns its path now, where it is found */
  private claimFolder(node: SyncedFolder, expected: string | undefined): string | undefined {
    if (this.entryOf.has(node.id)) return this.entryOf.get(node.id)?.path;
    const found = this.exact(node, expected) ?? this.moved(node, expected) ?? this.replaced(node, expected);
    if (found) this.claim(node, found);
    return found?.path;
  }

  records(): void {
    let open = [...this.synced.values()].filter((node) => node.kind === 'record');
    const { exact, heir, moved, replaced, replacedWhereSeen, replacedInOtherCase } = this;
    const passes = [exact, heir, moved, replaced, replacedWhereSeen, replacedInOtherCase];
    for (const pass of passes) {
      open = open.filter((node) => {
        const found = pass.call(this, node, this.expectedPath(node));
        if (found) this.claim(node, found);
        return !found && !this.saving.has(node.id);
      });
    }
    this.sameBytes(open.filter((node) => !node.stopped));
  }

  /** Where its file belongs, as far as its folder is known. */
  expectedPath(node: SyncedNode): string | undefined {
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

  /** The file that a program had put in its place at the last look, where that still is. */
  private heir(node: SyncedNode, expected: string | undefined): LocalEntry | undefined {
    const entry = this.at(node, expected);
    return entry && this.options.heirs?.get(node.id) === entry.identity ? entry : undefined;
  }

  private moved(node: SyncedNode, expected: string | undefined): LocalEntry | undefined {
    const entry = this.elsewhere(node, expected);
    if (!entry) return undefined;
    const saved = this.savedElsewhere(node, entry, expected);
    if (saved) return saved === 'later' ? undefined : saved;
    if (expected === undefined) return entry;
    const isBackup =
      isBackupOf(entry.path, expected) ||
      (isNewlyBackup(entry.name, node) && parentPath(entry.path) === parentPath(expected));
    const isSave = isBackup && !this.isLongGone(node);
    const there = this.at(node, expected);
    if (!there) {
      if (!isSave || this.local.has(expected)) return entry;
      this.saving.add(node.id);
      this.idOf.set(entry.path, node.id);
      return undefined;
    }
    // Two nodes exchange places, or follow each other.
    if (this.isSynced(there.identity)) return entry;
    // A hard link that existed before: the known path keeps the record.
    if (isSave || this.options.secondNames?.get(entry.path) === node.identity) return undefined;
    return this.options.stableIdentity || this.hasBytesOf(node, entry) ? entry : undefined;
  }

  /**
   * It was moved or renamed, and then saved in its new place by a program that keeps the old file as a backup there: the
   * new file beside that backup. `later`: there is none yet, and it has the backup's name since a moment only.
   */
  private savedElsewhere(
    node: SyncedNode,
    backup: LocalEntry,
    expected: string | undefined,
  ): LocalEntry | 'later' | undefined {
    if (node.kind === 'folder' || !isNewlyBackup(backup.name, node)) return undefined;
    if (expected !== undefined && isBackupOf(backup.path, expected) && this.at(node, expected))
      return undefined;
    const name = clashKey(backup.name);
    const { extension } = splitExtension(clashKey(node.name));
    const beside = this.indexes.inFolder(parentPath(backup.path)).filter((entry) => {
      const other = clashKey(entry.name);
      return isKeptBackup(name, other) && splitExtension(other).extension === extension;
    });
    const [only] = beside;
    if (beside.length > 1 || (only && !this.isNewFile(node, only))) return undefined;
    if (only) return only;
    const isFree = expected === undefined || !this.local.has(expected);
    if (!isFree || this.isLongGone(node)) return undefined;
    this.saving.add(node.id);
    this.idOf.set(backup.path, node.id);
    return 'later';
  }

  /** Whether a file is no synced one, and lies in no other record's place. */
  private isNewFile(node: SyncedNode, { path, identity }: LocalEntry): boolean {
    if (!this.at(node, path) || this.isSynced(identity)) return false;
    this.places ??= new Set(
      [...this.synced.values()].flatMap((each) =>
        each.kind === 'record' ? (this.expectedPath(each) ?? []) : [],
      ),
    );
    return !this.places.has(path) || this.expectedPath(node) === path;
  }

  /** Where its identity is now, if not at its path. Of several names the one most like its own. */
  private elsewhere(node: SyncedNode, expected: string | undefined): LocalEntry | undefined {
    const isFree = (entry: LocalEntry) =>
      entry.path !== expected && this.at(node, entry.path) !== undefined && this.confirmed(node, entry);
    const heirs = this.indexes.ofIdentity(this.options.heirs?.get(node.id) ?? '').filter(isFree);
    // A backup of it stays one when the document is moved on or deleted.
    const own = this.indexes
      .ofIdentity(node.identity)
      .filter((entry) => isFree(entry) && !isKnownBackup(entry, this.options));
    const isBackup = ({ path, name }: LocalEntry) =>
      (expected !== undefined && isBackupOf(path, expected)) || isNewlyBackup(name, node);
    const isLeft = (entry: LocalEntry) =>
      isBackup(entry) || this.options.secondNames?.get(entry.path) === node.identity;
    const saved = heirs.length > 0 || !own.every(isLeft) ? heirs : this.peeked(node, expected, isBackup);
    const free = saved.length > 0 ? saved : own;
    if (free.length < 2) return free[0];
    const folder = expected === undefined ? undefined : parentPath(expected);
    const unlike = (entry: LocalEntry) =>
      (isBackup(entry) ? 4 : 0) +
      (entry.name === node.name ? 0 : 2) +
      (parentPath(entry.path) === folder ? 0 : 1);
    return free.sort((a, b) => unlike(a) - unlike(b) || (a.path < b.path ? -1 : 1))[0];
  }

  /** What was saved in its place after the last look, and was renamed or moved before this one. */
  private peeked(
    node: SyncedNode,
    expected: string | undefined,
    isBackup: (entry: LocalEntry) => boolean,
  ): LocalEntry[] {
    const seen = this.options.peeked?.get(node.id) ?? [];
    const there = seen.length > 0 ? this.at(node, expected) : undefined;
    if (there && seen.includes(there.identity)) return [];
    for (const identity of seen) {
      const found = this.indexes.ofIdentity(identity).filter((entry) => this.at(node, entry.path));
      if (found.length === 1 && !found.some(isBackup) && !this.isSynced(identity)) return found;
    }
    return [];
  }

  private isLongGone({ id }: SyncedNode): boolean {
    const since = this.absence.since.get(id);
    return since !== undefined && this.absence.now - since >= SAVE_GAP_MS;
  }

  private hasBytesOf(node: SyncedNode, entry: LocalEntry): boolean {
    if (node.kind === 'folder' || entry.kind === 'folder') return true;
    return entry.sha256 === node.sha256;
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
    const entry = this.at(node, expected);
    // It is another node, which was not looked for yet, or lay there already while this one was elsewhere.
    if (entry && (this.isSynced(entry.identity) || this.options.others?.get(node.id) === entry.identity))
      return undefined;
    // Deleted, and made anew much later: the same document only where its bytes are equal.
    return entry && (!this.isLongGone(node) || this.hasBytesOf(node, entry)) ? entry : undefined;
  }

  /** Moved while it was being sent, and then saved by another file in its new place. */
  private replacedWhereSeen(node: SyncedNode): LocalEntry | undefined {
    return this.replaced(node, this.options.seenAt?.get(node.identity));
  }

  /** Saved by another file whose name differs from its own only in case, or in how its accents are written. */
  private replacedInOtherCase(node: SyncedNode, expected: string | undefined): LocalEntry | undefined {
    if (expected === undefined) return undefined;
    const free = this.indexes
      .atPlace(expected)
      .filter(({ path, identity }) => this.at(node, path) && !this.isSynced(identity));
    return free.length === 1 ? this.replaced(node, free[0]?.path) : undefined;
  }

  /** A file that was copied elsewhere and deleted here has moved, where its bytes prove it. */
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
      if (!only || candidates?.length !== 1 || wanted.get(node.sha256) !== 1) continue;
      const expected = this.expectedPath(node);
      const saved = this.savedElsewhere(node, only, expected);
      if (saved !== undefined) {
        if (saved !== 'later') this.claim(node, saved);
        continue;
      }
      // A program copies what it is about to replace.
      if (expected !== undefined && isBackupOf(only.path, expected) && !this.isLongGone(node)) {
        this.saving.add(node.id);
        this.idOf.set(only.path, node.id);
      } else if (!isKnownBackup(only, this.options)) this.claim(node, only);
    }
  }

  private claim(node: SyncedNode, entry: LocalEntry): void {
    this.entryOf.set(node.id, entry);
    this.idOf.set(entry.path, node.id);
  }
}

/** Whether a file has a backup's name that its node has not. */
const isNewlyBackup = (name: string, node: SyncedNode): boolean =>
  mayBeKeptBackup(name) && !mayBeKeptBackup(node.name);
