import type { Unfinished } from '#shared/documents/versions.schemas.ts';
import { isNameOfSave } from '../planner/matching/backups.ts';
import { SAVE_GAP_MS } from '../planner/matching/matching.ts';
import type { LocalEntry, LocalTree } from '../planner/trees.ts';
import { type FileEntry, type Files, FilesError } from '../ports/files.ts';

export const EMPTY_SHA = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Longest time between two checks of a file that a program has open, in milliseconds. */
const LONGEST_LOOK_MS = 15_000;

/** In milliseconds. */
export interface SettlingTimes {
  /** How long a file must be left alone. */
  readonly settleMs: number;
  /** How long after its last change an unfinished file is waited for; then it is uploaded as it is, and marked. */
  readonly unfinishedMs: number;
  /**
   * A file that changes for this long without a pause is listed. It is uploaded once it rests, or when its person wants
   * it.
   */
  readonly restlessMs: number;
}

/** Bytes that were hashed. Equal identity and stamp mean equal bytes. */
export interface KnownBytes {
  readonly identity: string;
  readonly stamp: string;
  /** Lower-case hex. */
  readonly sha256: string;
  /** The file's name when it was synced. */
  readonly name?: string;
}

/** The bytes that the journal knows for an identity and stamp. */
export type KnownHash = (identity: string, stamp: string) => KnownBytes | undefined;

/** Bytes that the journal does not know. */
export interface HashedBytes extends KnownBytes {
  readonly unfinished: Unfinished | undefined;
}

/** A file whose bytes are unknown, or which seems unfinished. */
interface Fresh {
  readonly identity: string;
  readonly stamp: string;
  /** When it last changed, as far as that is known. */
  readonly since: number;
  /** When to check it again. */
  due: number;
  /** A program was found to have it open for writing. */
  isOpen: boolean;
  /** Since when it has changed without a pause. */
  restlessSince: number;
}

/** The moment of a check. */
export interface Moment {
  /** On the clock's scale. */
  readonly now: number;
  /** By the computer's date, in milliseconds of the epoch. */
  readonly date: number;
  /** When this very file was last reported as changed, on the clock's scale; `undefined` where it was not. */
  readonly saidAt: number | undefined;
}

/** The result of a check. */
export type Judged =
  /** It has settled, and its bytes are known. */
  | { readonly kind: 'known'; readonly bytes: KnownBytes; readonly unfinished?: Unfinished | undefined }
  /** It was left alone for long enough: its bytes may be read. */
  | { readonly kind: 'settled' }
  /** It changed just now, or seems unfinished. */
  | {
      readonly kind: 'waits';
      /** When to check again, on the clock's scale. */
      readonly until: number;
      readonly why: 'changing' | Unfinished;
      /** It has been changing for so long that its person should be told. */
      readonly restless: boolean;
      readonly sha256: string | undefined;
    };

/** Knows the bytes of each file, and since when it was left alone. Each file settles by itself. */
export class Settling {
  private readonly fresh = new Map<string, Fresh>();
  /** For files that the journal does not know, by identity and stamp. */
  private readonly hashes = new Map<string, HashedBytes>();
  /** Paths that a person wants sent as they are, and whether they were read for that. */
  private readonly atOnce = new Map<string, { read: boolean }>();
  private readonly files: Files;
  readonly settleMs: number;
  private readonly unfinishedMs: number;
  private readonly restlessMs: number;

  constructor(files: Files, { settleMs, unfinishedMs, restlessMs }: SettlingTimes) {
    this.files = files;
    this.settleMs = settleMs;
    this.unfinishedMs = unfinishedMs;
    this.restlessMs = restlessMs;
  }

  /**
   * Says what is known of a file.
   *
   * @param before the file as the tree has it
   */
  judge(
    path: string,
    entry: FileEntry,
    before: LocalEntry | undefined,
    known: KnownHash,
    at: Moment,
  ): Judged {
    const { now } = at;
    const bytes = this.settledBytes(entry, before, known);
    if (bytes) {
      this.forget(path);
      return { kind: 'known', bytes };
    }
    const fresh = this.freshOf(path, entry, at);
    const hashed = this.hashes.get(keyOf(entry));
    if (hashed?.unfinished === undefined && hashed) {
      this.forget(path);
      return { kind: 'known', bytes: hashed };
    }
    const given = this.atOnce.has(path) || now >= fresh.since + this.unfinishedMs;
    if (hashed && given) return { kind: 'known', bytes: hashed, unfinished: hashed.unfinished };
    if (hashed) {
      const until = fresh.since + this.unfinishedMs;
      const why = hashed.unfinished ?? 'changing';
      return { kind: 'waits', until, why, restless: false, sha256: hashed.sha256 };
    }
    if (now >= fresh.due || this.atOnce.has(path)) return { kind: 'settled' };
    const why = fresh.isOpen ? 'open' : 'changing';
    return { kind: 'waits', until: fresh.due, why, restless: this.isRestless(fresh, now), sha256: undefined };
  }

  /**
   * Of files that were left alone, those that may be read now: no program is known to have them open for writing, or
   * one has for so long without a change that they are read as they are.
   */
  async readable<T extends { readonly path: string; readonly entry: FileEntry }>(
    settled: readonly T[],
    now: number,
  ): Promise<{ readonly ready: readonly T[]; readonly nextDue: number }> {
    let nextDue = Number.POSITIVE_INFINITY;
    if (settled.length === 0) return { ready: settled, nextDue };
    const open = await this.files.openForWriting(settled.map(({ entry }) => entry));
    const ready = settled.filter(({ path, entry }) => {
      const fresh = this.fresh.get(path);
      if (!fresh) return true;
      fresh.isOpen = open.has(entry.identity);
      const still = now - fresh.since;
      if (!fresh.isOpen || still >= this.unfinishedMs || this.atOnce.has(path)) return true;
      // Nothing reports its end, so it is checked less often the longer nothing happens.
      fresh.due =
        now + Math.min(Math.max(this.settleMs, still / 2), LONGEST_LOOK_MS, this.unfinishedMs - still);
      nextDue = Math.min(nextDue, fresh.due);
      return false;
    });
    return { ready, nextDue };
  }

  /**
   * The hash, where the file is the same before and after it was read, or never rests and is wanted as it is. Otherwise
   * it must be checked again. Throws `FilesError` where it cannot be read.
   */
  async hash(path: string, entry: FileEntry, now: number): Promise<HashedBytes | undefined> {
    try {
      const { sha256, incomplete } = await this.files.examine(path);
      const fresh = this.fresh.get(path);
      const wanted = this.atOnce.get(path);
      const asItIs = wanted !== undefined && fresh !== undefined && this.isRestless(fresh, now);
      const after = await this.files.stat(path);
      if (after?.identity !== entry.identity) return undefined;
      if (after.stamp !== entry.stamp && !asItIs) return undefined;
      if (wanted) wanted.read = true;
      if (fresh) fresh.restlessSince = Number.POSITIVE_INFINITY;
      const { identity, stamp } = entry;
      const isOpen = fresh?.isOpen || asItIs;
      const unfinished = isOpen ? 'open' : incomplete ? 'incomplete' : undefined;
      const hashed: HashedBytes = { identity, stamp, sha256, unfinished };
      this.hashes.set(keyOf(entry), hashed);
      return hashed;
    } catch (error) {
      // It is gone: the next scan sees that. What cannot be read is noted by the caller.
      if (!(error instanceof FilesError && error.code === 'missing')) throw error;
      return undefined;
    }
  }

  /** Whether a file whose bytes were just read is uploaded, or waited for. */
  isTaken(path: string, unfinished: Unfinished | undefined, now: number): boolean {
    if (unfinished === undefined || this.atOnce.has(path)) return true;
    return now >= (this.fresh.get(path)?.since ?? now) + this.unfinishedMs;
  }

  /** When a waiting file will be uploaded as it is, on the clock's scale. */
  takenAt(path: string, now: number): number {
    return (this.fresh.get(path)?.since ?? now) + this.unfinishedMs;
  }

  /** The person wants a file sent as it is, even if it seems unfinished. */
  takeAtOnce(path: string): void {
    this.atOnce.set(path, { read: false });
  }

  /** Drops what is known of files that are gone, or are in the journal by now. */
  sweep(tree: LocalTree, known: KnownHash): void {
    for (const path of this.fresh.keys()) if (!tree.has(path)) this.forget(path);
    if (this.hashes.size === 0) return;
    const wanted = new Set<string>();
    for (const entry of tree.values()) {
      if (entry.kind === 'file' && !known(entry.identity, entry.stamp)) wanted.add(keyOf(entry));
    }
    for (const key of this.hashes.keys()) if (!wanted.has(key)) this.hashes.delete(key);
  }

  /** Nothing at this path waits to settle. */
  private forget(path: string): void {
    this.fresh.delete(path);
    this.atOnce.delete(path);
  }

  /** Bytes that are known from the tree or the journal, so that nothing has to wait. */
  private settledBytes(
    entry: FileEntry,
    before: LocalEntry | undefined,
    known: KnownHash,
  ): KnownBytes | undefined {
    const { identity, stamp } = entry;
    if (before?.kind === 'file' && before.identity === identity && before.stamp === stamp) {
      const { sha256, size, settled, unfinished } = before;
      if (settled && sha256 !== undefined && size > 0 && unfinished === undefined)
        return { identity: before.identity, stamp: before.stamp, sha256 };
    }
    return known(identity, stamp);
  }

  /**
   * When a file that was not seen in this form before last changed. A report may be about an earlier change, where the
   * computer or this program was stopped since. So the disk's own time counts where it is later, and the file is
   * watched for at least half of the settle time, because the clocks of disk and computer may differ.
   */
  private changedAt({ modifiedAt }: FileEntry, { now, date, saidAt }: Moment): number {
    if (saidAt === undefined) return now;
    const byDisk = now - Math.max(date - modifiedAt, 0);
    return Math.min(Math.max(saidAt, byDisk, now - this.settleMs / 2), now);
  }

  private isRestless({ restlessSince }: Fresh, now: number): boolean {
    return now - restlessSince >= this.restlessMs;
  }

  private freshOf(path: string, entry: FileEntry, at: Moment): Fresh {
    const { identity, stamp } = entry;
    const before = this.fresh.get(path);
    if (before?.identity === identity && before.stamp === stamp) return before;
    const since = this.changedAt(entry, at);
    const restlessSince = Math.min(before?.restlessSince ?? since, since);
    const stillMs = isNameOfSave(entry.name) ? Math.max(this.settleMs, SAVE_GAP_MS) : this.settleMs;
    const fresh = { identity, stamp, since, due: since + stillMs, isOpen: false, restlessSince };
    // The version that its person wanted was read; this one came later.
    if (this.atOnce.get(path)?.read) this.atOnce.delete(path);
    this.fresh.set(path, fresh);
    return fresh;
  }
}

function keyOf({ identity, stamp }: { readonly identity: string; readonly stamp: string }): string {
  return `${identity}|${stamp}`;
}
