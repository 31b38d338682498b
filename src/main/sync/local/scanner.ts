import { forEachLimited } from '../executors/limited.ts';
import type { Before } from '../planner/touched.ts';
import { baseName, isTooLarge, joinPath, type LocalEntry, parentPath } from '../planner/trees.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileEntry, Files } from '../ports/files.ts';
import { FolderLister } from './folder-lister.ts';
import { isMark, type LocalLock, locksAmong } from './folder-locks.ts';
import { IgnoreRules } from './ignore-rules.ts';
import type { LocalFolders } from './local-folders.ts';
import { lockTimes } from './office-locks.ts';
import type { Scan, UnfinishedFile } from './scan.ts';
import {
  EMPTY_SHA,
  type HashedBytes,
  type Judged,
  type KnownHash,
  Settling,
  type SettlingTimes,
} from './settling.ts';
import type { UnreadItems } from './unread.ts';

const HASHES_AT_ONCE = 4;
/** While more files than this wait, a scan handles those together that settle within a part of the settle time. */
const FEW_WAITING = 32;
const GATHERED_PART = 4;
const NO_LOCKS: ReadonlyMap<string, boolean> = new Map();

type Waits = Pick<Extract<Judged, { kind: 'waits' }>, 'until' | 'why' | 'restless'>;

interface Look {
  readonly now: number;
  /** By the computer's date. */
  readonly date: number;
  readonly known: KnownHash;
  /** When each path was last reported as changed, on the clock's scale. */
  readonly marks: ReadonlyMap<string, number>;
  readonly locks: LocalLock[];
  readonly toHash: { readonly path: string; readonly entry: FileEntry }[];
  readonly unfinished: UnfinishedFile[];
  waiting: number;
  nextSettled: number;
}

/**
 * Keeps the Local tree. Folders that are marked are listed again, all of them in a full scan. Changed files are hashed
 * once they have settled.
 */
export class Scanner {
  /** Paths that were reported as changed, and when last, on the clock's scale. */
  private readonly dirty = new Map<string, number>();
  /** Folders to be listed again, because something in them waits: writes through other means raise no event. */
  private readonly waiting = new Set<string>();
  private readonly settling: Settling;
  private readonly rules: IgnoreRules;
  private readonly lister: FolderLister;
  private readonly folders: LocalFolders;
  private readonly unread: UnreadItems;
  private readonly clock: Clock;

  constructor(files: Files, clock: Clock, times: SettlingTimes, ownPatterns: readonly string[]) {
    this.clock = clock;
    this.settling = new Settling(files, times);
    this.rules = new IgnoreRules(ownPatterns);
    this.lister = new FolderLister(files, clock, this.rules);
    this.folders = this.lister.folders;
    this.unread = this.lister.unread;
  }

  /** Something may have changed at the path of a file or a folder. */
  mark(path: string): void {
    const now = this.clock.now();
    this.dirty.set(path, now);
    this.dirty.set(parentPath(path), now);
  }

  /** A person wants this file uploaded as it is, even if it seems unfinished. */
  takeAtOnce(path: string): void {
    this.settling.takeAtOnce(path);
    this.mark(path);
  }

  /** What changed in the tree since the last call. */
  takeChanges(): Before<LocalEntry> {
    return this.folders.changed.take();
  }

  /** Tries at once to read what could not be read. */
  retry(path: string): void {
    this.unread.retry(path);
  }

  get patterns(): readonly string[] {
    return this.rules.current.own;
  }

  /** Sets the person's own patterns. */
  ignore(patterns: readonly string[]): void {
    this.rules.setPatterns(patterns);
  }

  /** Sets the folders to which they do not apply. */
  ignoreNothingIn(roots: readonly string[]): void {
    this.rules.setExempt(roots);
  }

  /** Whether a path is ignored, by its own name or that of a folder above it. */
  isIgnored(path: string): boolean {
    return this.rules.matches(parentPath(path), baseName(path));
  }

  /** Lists the marked folders below `roots` (all folders, where `full`), and hashes what has settled. */
  async scan(roots: readonly string[], known: KnownHash, full: boolean): Promise<Scan> {
    const marks = new Map(this.dirty);
    const again = new Set([...marks.keys(), ...this.waiting]);
    const rules = this.rules.current;
    this.dirty.clear();
    this.waiting.clear();
    try {
      await this.lister.list(roots, again, full || !this.lister.isJudgedBy(rules));
    } catch (error) {
      for (const [path, at] of marks) if (!this.dirty.has(path)) this.dirty.set(path, at);
      for (const path of again) this.waiting.add(path);
      throw error;
    }
    const look: Look = {
      now: this.clock.now(),
      date: this.clock.date(),
      known,
      marks,
      locks: [],
      toHash: [],
      unfinished: [],
      waiting: 0,
      nextSettled: Number.POSITIVE_INFINITY,
    };
    for (const [path, listed] of this.folders.waiting()) this.judge(path, listed, look);
    this.lister.setJudgedBy(rules);
    const { ready, nextDue } = await this.settling.readable(look.toHash, look.now);
    await forEachLimited(ready, HASHES_AT_ONCE, (each) => this.hash(each.path, each.entry, look));
    for (const each of look.toHash) if (!ready.includes(each)) this.waitForWriter(each.path, look);
    look.nextSettled = Math.min(look.nextSettled, nextDue);
    if (full) this.settling.sweep(this.folders.tree, known);
    return this.result(look);
  }

  /** Updates the tree by the listing of a folder. */
  private judge(folder: string, listed: readonly FileEntry[], look: Look): void {
    const counting = listed.filter((entry) => this.lister.counts(folder, entry));
    const hasMarks = listed.some(isMark);
    const documents = counting.filter(({ kind }) => kind === 'file');
    const locks = hasMarks ? locksAmong(listed, documents, lockTimes(this.clock)) : NO_LOCKS;
    for (const [name, stale] of locks) look.locks.push({ path: joinPath(folder, name), stale });
    const found: LocalEntry[] = [];
    let waits = hasMarks;
    for (const entry of counting) {
      if (entry.kind === 'other') continue;
      const isUnread = this.unread.isWaiting(joinPath(folder, entry.name), entry, look.now);
      // The bytes of a locked file are not read either.
      const locked = locks.get(entry.name) === false || isUnread;
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
    const before = this.folders.tree.get(path);
    const at = { now: look.now, date: look.date, saidAt: look.marks.get(path) };
    const judged = this.settling.judge(path, entry, before, look.known, at);
    const { identity, stamp } = entry;
    if (judged.kind === 'known') {
      const { bytes, unfinished } = judged;
      const sha256 = size === 0 ? EMPTY_SHA : bytes.sha256;
      // Uses the strings of the journal's node where they are equal, so that a hundred thousand files share them.
      const name = bytes.name === entry.name ? bytes.name : entry.name;
      const { identity: sameIdentity, stamp: sameStamp } = bytes;
      const file = { path, name, identity: sameIdentity, stamp: sameStamp, size, sha256, locked };
      return { kind: 'file', ...file, settled: true, ...(unfinished ? { unfinished } : {}) };
    }
    const isSettled = judged.kind === 'settled';
    const hashed = isSettled ? undefined : judged.sha256;
    const sha256 = size === 0 ? EMPTY_SHA : hashed;
    const file = { path, name: entry.name, identity, stamp, size, sha256, locked };
    if (isSettled) {
      if (!locked && size > 0 && !isTooLarge(entry)) look.toHash.push({ path, entry });
    } else this.wait(path, judged, look);
    return { kind: 'file', ...file, settled: isSettled };
  }

  private async hash(path: string, entry: FileEntry, look: Look): Promise<void> {
    const hashed = await this.readHash(path, entry, look.now);
    if (this.unread.has(path)) return;
    const file = this.folders.tree.get(path);
    if (!hashed) {
      this.mark(path);
      look.nextSettled = Math.min(look.nextSettled, look.now + this.settling.settleMs);
      if (file?.kind === 'file') this.folders.put({ ...file, sha256: undefined, settled: false });
      return;
    }
    const { sha256, unfinished } = hashed;
    const settled = this.settling.isTaken(path, unfinished, look.now);
    const until = this.settling.takenAt(path, look.now);
    if (!settled && unfinished) this.wait(path, { until, why: unfinished, restless: false }, look);
    if (file?.kind !== 'file') return;
    this.folders.put({ ...file, sha256, settled, ...(settled && unfinished ? { unfinished } : {}) });
  }

  /** A program has it open for writing: it is checked again when that may have ended. */
  private waitForWriter(path: string, look: Look): void {
    const file = this.folders.tree.get(path);
    if (file?.kind === 'file') this.folders.put({ ...file, settled: false });
    this.waiting.add(parentPath(path));
    look.unfinished.push({ path, why: 'open', until: this.settling.takenAt(path, look.now) });
  }

  private wait(path: string, { until, why, restless }: Waits, look: Look): void {
    look.nextSettled = Math.min(look.nextSettled, until);
    look.waiting += 1;
    this.waiting.add(parentPath(path));
    if (why === 'changing' && !restless) return;
    look.unfinished.push({
      path,
      why,
      until: why === 'changing' ? until : this.settling.takenAt(path, look.now),
    });
  }

  /** The hash, as `Settling` gives it; also `undefined` where the file cannot be read, which is noted. */
  private async readHash(path: string, entry: FileEntry, now: number): Promise<HashedBytes | undefined> {
    try {
      const hashed = await this.settling.hash(path, entry, now);
      this.unread.delete(path);
      return hashed;
    } catch (error) {
      this.unread.take(path, 'file', entry, error, this.clock.now());
      const file = this.folders.tree.get(path);
      if (file?.kind === 'file') this.folders.put({ ...file, locked: true });
      return undefined;
    }
  }

  private result({ locks, nextSettled: earliest, waiting, unfinished, now }: Look): Scan {
    const gathered = waiting > FEW_WAITING ? now + this.settling.settleMs / GATHERED_PART : 0;
    const nextSettled = Math.max(earliest, gathered);
    const obstacles: string[] = [];
    this.lister.sweep();
    for (const [path, folder] of this.folders.all())
      for (const name of folder.obstacles) obstacles.push(joinPath(path, name));
    return {
      tree: this.folders.tree,
      locks,
      unfinished,
      nextSettled: nextSettled === Number.POSITIVE_INFINITY ? undefined : nextSettled,
      missingRoots: this.lister.missingRoots,
      obstacles,
      unread: this.unread.list,
      unreadAt: this.unread.nextAt,
      notSynced: this.lister.notSynced,
      keepsAside: this.lister.keepsAside,
      revision: this.folders.revision,
    };
  }
}
