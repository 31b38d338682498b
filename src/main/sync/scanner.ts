import { isIgnored } from '#shared/domain/names.ts';
import { forEachLimited } from './executors/limited.ts';
import { isMark, type LocalLock, locksAmong } from './folder-locks.ts';
import { LocalFolders } from './local-folders.ts';
import type { Clock } from './ports/clock.ts';
import type { FileEntry, Files } from './ports/files.ts';
import { EMPTY_SHA, type KnownHash, Settling } from './settling.ts';
import { joinPath, type LocalEntry, type LocalTree, parentPath } from './trees.ts';

const HASHES_AT_ONCE = 4;
const FOLDERS_AT_ONCE = 16;
const NO_LOCKS: ReadonlyMap<string, boolean> = new Map();

export interface Scan {
  /** As it is until the next scan. */
  readonly tree: LocalTree;
  readonly locks: readonly LocalLock[];
  /** When the next file will have settled, on the clock's scale. */
  readonly nextSettled: number | undefined;
  /** Folders of libraries that are not there. */
  readonly missingRoots: readonly string[];
  /** What is neither file nor folder, such as a symbolic link: it is left alone, but it takes its name. */
  readonly obstacles: readonly string[];
  /** Equal where the tree is. */
  readonly revision: number;
}

/** What is ignored. */
interface Rules {
  /** The person's own patterns. */
  readonly own: readonly string[];
  /** Folders of libraries in which they do not hold. */
  readonly exempt: readonly string[];
}

interface Look {
  readonly now: number;
  readonly known: KnownHash;
  /** When folders and files were marked, on the clock's scale. */
  readonly marks: ReadonlyMap<string, number>;
  readonly locks: LocalLock[];
  readonly toHash: { readonly path: string; readonly entry: FileEntry }[];
  nextSettled: number;
}

/**
 * The Local tree. Folders marked dirty are listed again, all of them on a full scan; what changed is
 * hashed once it has settled.
 */
export class Scanner {
  private readonly folders = new LocalFolders();
  private readonly dirty = new Map<string, number>();
  private readonly settling: Settling;
  private readonly files: Files;
  private readonly clock: Clock;
  private roots: readonly string[] = [];
  private rules: Rules;
  /** By which everything was judged last: folders that were passed over are listed once there are others. */
  private judgedBy: Rules;

  constructor(files: Files, clock: Clock, settleMs: number, ownPatterns: readonly string[]) {
    this.files = files;
    this.clock = clock;
    this.settling = new Settling(files, settleMs);
    this.rules = { own: ownPatterns, exempt: [] };
    this.judgedBy = this.rules;
  }

  /** Something may have changed at a path, a file's or a folder's. */
  mark(path: string): void {
    const now = this.clock.now();
    for (const folder of [path, parentPath(path)])
      this.dirty.set(folder, Math.min(this.dirty.get(folder) ?? now, now));
  }

  get patterns(): readonly string[] {
    return this.rules.own;
  }

  /** The person's own patterns from now on. */
  ignore(patterns: readonly string[]): void {
    if (!isEqual(patterns, this.rules.own)) this.rules = { ...this.rules, own: patterns };
  }

  /** Where they do not hold. */
  ignoreNothingIn(roots: readonly string[]): void {
    if (!isEqual(roots, this.rules.exempt)) this.rules = { ...this.rules, exempt: roots };
  }

  /** Lists what is dirty (everything, where `full`) below `roots`, and hashes what has settled. */
  async scan(roots: readonly string[], known: KnownHash, full: boolean): Promise<Scan> {
    const marks = new Map(this.dirty);
    const { rules } = this;
    this.dirty.clear();
    try {
      await this.list(roots, marks, full || rules !== this.judgedBy);
    } catch (error) {
      for (const [path, since] of marks) this.dirty.set(path, since);
      throw error;
    }
    const look: Look = {
      now: this.clock.now(),
      known,
      marks,
      locks: [],
      toHash: [],
      nextSettled: Number.POSITIVE_INFINITY,
    };
    for (const [path, listed] of this.folders.waiting()) this.judge(path, listed, look);
    this.judgedBy = rules;
    await forEachLimited(look.toHash, HASHES_AT_ONCE, (each) => this.hash(each.path, each.entry, look));
    if (full) this.settling.sweep(this.folders.tree, known);
    return this.result(look);
  }

  private async list(
    roots: readonly string[],
    marks: ReadonlyMap<string, number>,
    full: boolean,
  ): Promise<void> {
    for (const root of this.roots) if (!roots.includes(root)) this.folders.drop(root);
    this.roots = roots;
    const again = full ? roots : [...marks.keys()].filter((path) => this.folders.has(path));
    for (const root of roots) if (!this.folders.has(root)) await this.listFolder(root, true);
    for (const path of again) await this.listFolder(path, full);
    if (this.folders.waiting().next().done) return;
    // A folder was listed before something moved out of it and another after: it would seem to be twice.
    for (const folder of this.folders.seenTwice()) await this.listFolder(folder, false);
  }

  private async listFolder(path: string, deep: boolean): Promise<void> {
    const entries = await this.files.list(path);
    if (!entries) {
      this.folders.drop(path);
      return;
    }
    const counts = (entry: FileEntry) => this.counts(path, entry);
    this.folders.list(path, entries, counts);
    const below = entries.filter((entry) => entry.kind === 'folder' && counts(entry));
    await forEachLimited(below, FOLDERS_AT_ONCE, async ({ name }) => {
      const folder = joinPath(path, name);
      if (deep || !this.folders.has(folder)) await this.listFolder(folder, deep);
    });
  }

  /** Whether an entry is not ignored. */
  private counts(folder: string, { name }: FileEntry): boolean {
    if (this.rules === this.judgedBy && this.folders.tree.has(joinPath(folder, name))) return true;
    const { own, exempt } = this.rules;
    const isExempt = exempt.some((root) => folder === root || folder.startsWith(`${root}/`));
    return !isIgnored(name, isExempt ? [] : own);
  }

  /** Brings the tree in line with what a folder was found to hold. */
  private judge(folder: string, listed: readonly FileEntry[], look: Look): void {
    const counting = listed.filter((entry) => this.counts(folder, entry));
    const hasMarks = listed.some(isMark);
    const documents = counting.filter(({ kind }) => kind === 'file');
    const times = { now: this.clock.date(), bootedAt: this.clock.bootedAt() };
    const locks = hasMarks ? locksAmong(listed, documents, times) : NO_LOCKS;
    for (const [name, stale] of locks) look.locks.push({ path: joinPath(folder, name), stale });
    const found: LocalEntry[] = [];
    let waits = hasMarks;
    for (const entry of counting) {
      if (entry.kind === 'other') continue;
      const locked = locks.get(entry.name) === false;
      const local = this.localOf(folder, entry, locked, look);
      waits ||= local.kind === 'file' && !(local.settled && local.sha256 !== undefined);
      found.push(local);
    }
    const obstacles = counting.filter(({ kind }) => kind === 'other').map(({ name }) => name);
    this.folders.settle(folder, found, obstacles, waits);
  }

  private localOf(folder: string, entry: FileEntry, locked: boolean, look: Look): LocalEntry {
    const { size } = entry;
    const path = joinPath(folder, entry.name);
    if (entry.kind === 'folder') return { kind: 'folder', path, name: entry.name, identity: entry.identity };
    const bytes = this.settling.bytesOf(entry, this.folders.tree.get(path), look.known);
    // The strings of the journal's node where it has them: a hundred thousand files have them once then.
    const { identity, stamp } = bytes ?? entry;
    const name = bytes?.name === entry.name ? bytes.name : entry.name;
    if (bytes) {
      this.settling.forget(path);
      const sha256 = size === 0 ? EMPTY_SHA : bytes.sha256;
      return { kind: 'file', path, name, identity, stamp, size, sha256, settled: true, locked };
    }
    const marked = look.marks.get(folder) ?? look.marks.get(path) ?? look.now;
    const settlesAt = this.settling.settlesAt(path, entry, marked);
    const settled = look.now >= settlesAt;
    if (!settled) {
      look.nextSettled = Math.min(look.nextSettled, settlesAt);
      // Looked at again when it should have settled: writes through other means raise no event.
      this.again(folder, settlesAt - this.settling.settleMs);
    } else if (!locked && size > 0) look.toHash.push({ path, entry });
    const sha256 = size === 0 ? EMPTY_SHA : undefined;
    return { kind: 'file', path, name, identity, stamp, size, sha256, settled, locked };
  }

  private async hash(path: string, entry: FileEntry, look: Look): Promise<void> {
    const sha256 = await this.settling.hash(path, entry);
    if (sha256 === undefined) {
      this.mark(path);
      look.nextSettled = Math.min(look.nextSettled, look.now + this.settling.settleMs);
    }
    const file = this.folders.tree.get(path);
    if (file?.kind === 'file') this.folders.put({ ...file, sha256, settled: sha256 !== undefined });
  }

  private again(folder: string, since: number): void {
    this.dirty.set(folder, Math.min(this.dirty.get(folder) ?? since, since));
  }

  private result({ locks, nextSettled }: Look): Scan {
    const obstacles: string[] = [];
    for (const [path, folder] of this.folders.all())
      for (const name of folder.obstacles) obstacles.push(joinPath(path, name));
    return {
      tree: this.folders.tree,
      locks,
      nextSettled: nextSettled === Number.POSITIVE_INFINITY ? undefined : nextSettled,
      missingRoots: this.roots.filter((root) => !this.folders.has(root)),
      obstacles,
      revision: this.folders.revision,
    };
  }
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}
