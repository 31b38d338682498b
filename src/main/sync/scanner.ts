import { isIgnored } from '#shared/domain/names.ts';
import { forEachLimited } from './executors/limited.ts';
import { isLockFile, isStaleLock, lockedBy } from './office-locks.ts';
import type { Clock } from './ports/clock.ts';
import { type FileEntry, type Files, FilesError } from './ports/files.ts';
import { joinPath, type LocalEntry, type LocalTree, parentPath } from './trees.ts';

const EMPTY_SHA = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const HASHES_AT_ONCE = 4;

export interface LocalLock {
  /** Path of the document. */
  readonly path: string;
  /** Left over from a program that ended without removing it. */
  readonly stale: boolean;
}

export interface Scan {
  readonly tree: LocalTree;
  readonly locks: readonly LocalLock[];
  /** When the next file will have settled, on the clock's scale. */
  readonly nextSettled: number | undefined;
  /** Folders of libraries that are not there. */
  readonly missingRoots: readonly string[];
  /** What is neither file nor folder, such as a symbolic link: it is left alone, but it takes its name. */
  readonly obstacles: readonly string[];
}

interface Seen {
  readonly identity: string;
  readonly stamp: string;
  readonly since: number;
}

/** sha256 of a file as it is known from the journal, for its identity and stamp. */
export type KnownHash = (identity: string, stamp: string) => string | undefined;

/**
 * The Local tree. Folders marked dirty are listed again, all of them on a full scan; what changed is
 * hashed once it has settled.
 */
export class Scanner {
  private readonly folders = new Map<string, readonly FileEntry[]>();
  private readonly dirty = new Map<string, number>();
  private readonly seen = new Map<string, Seen>();
  private readonly hashes = new Map<string, string>();
  private readonly files: Files;
  private readonly clock: Clock;
  private readonly settleMs: number;
  private ownPatterns: readonly string[];
  /** Folders of libraries in which the person's own patterns do not hold. */
  private exempt: readonly string[] = [];
  /** What is ignored has changed: folders that were passed over are to be listed. */
  private anew = false;

  constructor(files: Files, clock: Clock, settleMs: number, ownPatterns: readonly string[]) {
    this.files = files;
    this.clock = clock;
    this.settleMs = settleMs;
    this.ownPatterns = ownPatterns;
  }

  /** Something may have changed at a path, a file's or a folder's. */
  mark(path: string): void {
    const now = this.clock.now();
    for (const folder of [path, parentPath(path)])
      this.dirty.set(folder, Math.min(this.dirty.get(folder) ?? now, now));
  }

  get patterns(): readonly string[] {
    return this.ownPatterns;
  }

  /** The person's own patterns from now on. */
  ignore(patterns: readonly string[]): void {
    this.anew ||= patterns.join('\n') !== this.ownPatterns.join('\n');
    this.ownPatterns = patterns;
  }

  /** Where they do not hold. */
  ignoreNothingIn(roots: readonly string[]): void {
    this.anew ||= roots.join('\n') !== this.exempt.join('\n');
    this.exempt = roots;
  }

  get hasMarks(): boolean {
    return this.dirty.size > 0;
  }

  /** Lists what is dirty (everything, where `full`) below `roots`, and hashes what has settled. */
  async scan(roots: readonly string[], known: KnownHash, full: boolean): Promise<Scan> {
    const marks = new Map(this.dirty);
    this.dirty.clear();
    try {
      await this.list(roots, marks, full || this.anew);
      this.anew = false;
      // A folder was listed before something moved out of it and another after: it would seem to be twice.
      for (const folder of this.seenTwice()) await this.listFolder(folder, false);
    } catch (error) {
      for (const [path, since] of marks) this.dirty.set(path, since);
      throw error;
    }
    return this.build(roots, known, marks);
  }

  private async list(
    roots: readonly string[],
    marks: ReadonlyMap<string, number>,
    full: boolean,
  ): Promise<void> {
    const again = full ? roots : [...marks.keys()].filter((path) => this.folders.has(path));
    for (const root of roots) if (!this.folders.has(root)) await this.listFolder(root, true);
    for (const path of again) await this.listFolder(path, full);
  }

  private async listFolder(path: string, deep: boolean): Promise<void> {
    const entries = await this.files.list(path);
    if (!entries) {
      this.dropFolder(path);
      return;
    }
    const before = this.folders.get(path) ?? [];
    this.folders.set(path, entries);
    const folders = entries.filter((entry) => entry.kind === 'folder' && !this.ignores(path, entry.name));
    const names = new Set(folders.map((entry) => entry.name));
    for (const entry of before) {
      if (entry.kind === 'folder' && !names.has(entry.name)) this.dropFolder(joinPath(path, entry.name));
    }
    await forEachLimited(folders, 16, async (entry) => {
      const below = joinPath(path, entry.name);
      if (deep || !this.folders.has(below)) await this.listFolder(below, deep);
    });
  }

  /** The folders of entries with the same identity. Where that remains, they are hard links. */
  private seenTwice(): Set<string> {
    const first = new Map<string, string>();
    const folders = new Set<string>();
    for (const [folder, entries] of this.folders) {
      for (const { identity } of entries) {
        const other = first.get(identity);
        if (other !== undefined) folders.add(other).add(folder);
        else first.set(identity, folder);
      }
    }
    return folders;
  }

  private dropFolder(path: string): void {
    const entries = this.folders.get(path);
    this.folders.delete(path);
    for (const entry of entries ?? []) {
      if (entry.kind === 'folder') this.dropFolder(joinPath(path, entry.name));
      else this.seen.delete(joinPath(path, entry.name));
    }
  }

  private ignores(folder: string, name: string): boolean {
    const exempt = this.exempt.some((root) => folder === root || folder.startsWith(`${root}/`));
    return isIgnored(name, exempt ? [] : this.ownPatterns);
  }

  private async build(
    roots: readonly string[],
    known: KnownHash,
    marks: ReadonlyMap<string, number>,
  ): Promise<Scan> {
    const tree = new Map<string, LocalEntry>();
    const locks: LocalLock[] = [];
    const unknown: { path: string; entry: FileEntry }[] = [];
    const obstacles: string[] = [];
    let nextSettled: number | undefined;
    const now = this.clock.now();
    for (const [folder, entries] of this.folders) {
      if (!roots.some((root) => folder === root || folder.startsWith(`${root}/`))) continue;
      const lockedPaths = this.locksIn(folder, entries, now, locks);
      for (const entry of entries) {
        if (this.ignores(folder, entry.name)) continue;
        const path = joinPath(folder, entry.name);
        if (entry.kind === 'other') {
          obstacles.push(path);
          continue;
        }
        const { identity, name, stamp, size } = entry;
        if (entry.kind === 'folder') {
          tree.set(path, { kind: 'folder', path, name, identity });
          continue;
        }
        const locked = lockedPaths.has(path);
        const sha256 = known(identity, stamp) ?? this.hashes.get(`${identity}|${stamp}`);
        const since = this.sinceWhen(path, entry, marks.get(folder) ?? marks.get(path) ?? now);
        const settled = sha256 !== undefined || now - since >= this.settleMs;
        if (!settled) nextSettled = Math.min(nextSettled ?? Number.POSITIVE_INFINITY, since + this.settleMs);
        if (sha256 === undefined && settled && !locked && size > 0) unknown.push({ path, entry });
        const bytes = size === 0 ? EMPTY_SHA : sha256;
        tree.set(path, { kind: 'file', path, name, identity, stamp, size, sha256: bytes, settled, locked });
        // Looked at again when it should have settled: writes through other means raise no event.
        if (!settled) this.dirty.set(folder, Math.min(this.dirty.get(folder) ?? now, since));
      }
    }
    await forEachLimited(unknown, HASHES_AT_ONCE, async ({ path, entry }) => {
      const sha256 = await this.hashSettled(path, entry);
      const file = tree.get(path);
      if (file?.kind === 'file') tree.set(path, { ...file, sha256, settled: sha256 !== undefined });
      if (sha256 === undefined)
        nextSettled = Math.min(nextSettled ?? Number.POSITIVE_INFINITY, now + this.settleMs);
    });
    const missingRoots = roots.filter((root) => !this.folders.has(root));
    return { tree, locks, nextSettled, missingRoots, obstacles };
  }

  private sinceWhen(path: string, entry: FileEntry, marked: number): number {
    const before = this.seen.get(path);
    if (before?.identity === entry.identity && before.stamp === entry.stamp) return before.since;
    this.seen.set(path, { identity: entry.identity, stamp: entry.stamp, since: marked });
    return marked;
  }

  /** The hash, if the file is the same before and after it was read. */
  private async hashSettled(path: string, entry: FileEntry): Promise<string | undefined> {
    try {
      const { sha256 } = await this.files.hash(path);
      const after = await this.files.stat(path);
      if (after?.identity !== entry.identity || after.stamp !== entry.stamp) {
        this.mark(path);
        return undefined;
      }
      this.hashes.set(`${entry.identity}|${entry.stamp}`, sha256);
      return sha256;
    } catch (error) {
      // Gone, or held by another program: the next scan sees it as it is then.
      if (!(error instanceof FilesError)) throw error;
      this.mark(path);
      return undefined;
    }
  }

  private locksIn(
    folder: string,
    entries: readonly FileEntry[],
    now: number,
    locks: LocalLock[],
  ): ReadonlySet<string> {
    const live = new Set<string>();
    const marks = entries.filter((entry) => entry.kind === 'file' && isLockFile(entry.name));
    if (marks.length === 0) return live;
    const names = entries.filter((entry) => entry.kind === 'file' && !this.ignores(folder, entry.name));
    for (const mark of marks) {
      const documents = new Set(
        lockedBy(
          mark.name,
          names.map((entry) => entry.name),
        ),
      );
      for (const entry of names) {
        if (!documents.has(entry.name)) continue;
        const path = joinPath(folder, entry.name);
        const stale = isStaleLock(mark.modifiedAt, entry.modifiedAt, now, this.clock.bootedAt());
        locks.push({ path, stale });
        if (!stale) live.add(path);
      }
    }
    return live;
  }
}
