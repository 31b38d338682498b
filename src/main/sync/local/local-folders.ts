import { ChangeLog } from '../engine/comparing/change-log.ts';
import { joinPath, type LocalEntry, type LocalTree, parentPath } from '../planner/trees.ts';
import type { FileEntry } from '../ports/files.ts';
import { isMark } from './folder-locks.ts';

/** One folder of the disk as it was last listed. */
export interface Folder {
  /** The names of its entries that are not ignored. */
  readonly names: readonly string[];
  /** Names of entries that are neither file nor folder. */
  readonly obstacles: readonly string[];
  /** The whole listing, kept only while something in it waits: to be judged, to settle, or for a lock to go. */
  readonly listed?: readonly FileEntry[] | undefined;
}

/** Whether an entry of a listing counts. */
export type Counts = (entry: FileEntry) => boolean;

const NEW: Folder = { names: [], obstacles: [] };

/**
 * The listed folders, and the Local tree that follows from them. It is kept between scans, so that a scan costs only
 * what has changed; whoever holds the tree sees it change.
 */
export class LocalFolders {
  private readonly entries = new Map<string, LocalEntry>();
  private readonly folders = new Map<string, Folder>();
  private changes = 0;
  /** How entries were before they changed, for the next comparison. */
  readonly changed = new ChangeLog<LocalEntry>();

  get tree(): LocalTree {
    return this.entries;
  }

  /** Raised with every change of the tree. */
  get revision(): number {
    return this.changes;
  }

  has(path: string): boolean {
    return this.folders.has(path);
  }

  all(): IterableIterator<[string, Folder]> {
    return this.folders.entries();
  }

  /** Folders in which something waits. */
  *waiting(): Generator<[string, readonly FileEntry[]]> {
    for (const [path, { listed }] of this.folders) if (listed) yield [path, listed];
  }

  /** Takes a listing. Its entries are to be judged, unless they equal what is known. */
  list(path: string, listed: readonly FileEntry[], counts: Counts): void {
    const before = this.folders.get(path);
    const below = new Set<string>();
    for (const entry of listed) if (entry.kind === 'folder' && counts(entry)) below.add(entry.name);
    for (const name of before?.names ?? []) {
      const each = joinPath(path, name);
      if (this.folders.has(each) && !below.has(name)) this.drop(each);
    }
    if (before && !before.listed && this.isKnown(path, before, listed, counts)) return;
    this.folders.set(path, { ...(before ?? NEW), listed });
  }

  /** Puts the entries of a folder into the tree. `keep` where something in it still waits. */
  settle(path: string, found: readonly LocalEntry[], obstacles: readonly string[], keep: boolean): void {
    const before = this.folders.get(path);
    const names = new Set(found.map(({ name }) => name));
    for (const name of before?.names ?? []) {
      if (!names.has(name)) this.remove(joinPath(path, name));
    }
    for (const entry of found) this.put(entry);
    this.folders.set(path, { names: [...names], obstacles, ...(keep ? { listed: before?.listed } : {}) });
  }

  put(entry: LocalEntry): void {
    const before = this.entries.get(entry.path);
    if (isSame(before, entry)) return;
    this.changed.note(entry.path, before);
    this.entries.set(entry.path, entry);
    this.changes += 1;
  }

  /** A folder is gone, with all that lay in it. */
  drop(path: string): void {
    const folder = this.folders.get(path);
    if (!folder) return;
    this.folders.delete(path);
    for (const name of folder.names) {
      const each = joinPath(path, name);
      this.drop(each);
      this.remove(each);
    }
  }

  private remove(path: string): void {
    const before = this.entries.get(path);
    if (!before) return;
    this.changed.note(path, before);
    this.entries.delete(path);
    this.changes += 1;
  }

  /**
   * The folders with entries of equal identity, where one of them was just listed. If that remains, the entries are
   * hard links.
   */
  seenTwice(): Set<string> {
    const first = new Map<string, string>();
    const folders = new Set<string>();
    for (const [path, { listed }] of this.folders)
      for (const { identity } of listed ?? []) {
        const other = first.get(identity);
        if (other !== undefined) folders.add(other).add(path);
        else first.set(identity, path);
      }
    for (const { identity, path } of this.entries.values()) {
      const other = first.get(identity);
      if (other === undefined) continue;
      const folder = parentPath(path);
      // A listing is newer than the tree, which was not judged yet.
      if (folder !== other && !this.folders.get(folder)?.listed) folders.add(other).add(folder);
    }
    return folders;
  }

  private isKnown(path: string, before: Folder, listed: readonly FileEntry[], counts: Counts): boolean {
    let known = 0;
    for (const entry of listed) {
      if (isMark(entry)) return false;
      if (!counts(entry)) continue;
      known += 1;
      if (entry.kind === 'other') {
        if (!before.obstacles.includes(entry.name)) return false;
        continue;
      }
      const there = this.entries.get(joinPath(path, entry.name));
      if (there?.kind !== entry.kind || there.identity !== entry.identity) return false;
      if (there.kind === 'file' && there.stamp !== entry.stamp) return false;
    }
    return known === before.names.length + before.obstacles.length;
  }
}

function isSame(one: LocalEntry | undefined, other: LocalEntry): boolean {
  if (!one || one.identity !== other.identity || one.kind !== other.kind) return false;
  if (one.kind === 'folder' || other.kind === 'folder') return true;
  const { stamp, sha256, settled, locked, unfinished } = one;
  return (
    unfinished === other.unfinished &&
    stamp === other.stamp &&
    sha256 === other.sha256 &&
    settled === other.settled &&
    locked === other.locked
  );
}
