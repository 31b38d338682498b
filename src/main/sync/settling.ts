import { type FileEntry, type Files, FilesError } from './ports/files.ts';
import type { LocalEntry, LocalTree } from './trees.ts';

export const EMPTY_SHA = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Bytes that were hashed: equal identity and stamp, equal bytes. */
export interface KnownBytes {
  readonly identity: string;
  readonly stamp: string;
  /** Lower-case hex. */
  readonly sha256: string;
  /** What the file was called when it was synced. */
  readonly name?: string;
}

/** What the journal knows of a file's bytes, by its identity and stamp. */
export type KnownHash = (identity: string, stamp: string) => KnownBytes | undefined;

interface Fresh {
  readonly identity: string;
  readonly stamp: string;
  readonly since: number;
}

/** Which bytes a file has, and since when it has been left alone where that is not known yet. */
export class Settling {
  private readonly fresh = new Map<string, Fresh>();
  /** Of files that the journal does not know, by identity and stamp. */
  private readonly hashes = new Map<string, KnownBytes>();
  private readonly files: Files;
  readonly settleMs: number;

  /** `settleMs`: how long a file must be left alone, in milliseconds. */
  constructor(files: Files, settleMs: number) {
    this.files = files;
    this.settleMs = settleMs;
  }

  /** What is known of a file's bytes: as it was seen before, by the journal, or hashed elsewhere. */
  bytesOf(entry: FileEntry, before: LocalEntry | undefined, known: KnownHash): KnownBytes | undefined {
    const { identity, stamp } = entry;
    if (before?.kind === 'file' && before.identity === identity && before.stamp === stamp) {
      const { sha256, size } = before;
      if (sha256 !== undefined && size > 0) return { identity: before.identity, stamp: before.stamp, sha256 };
    }
    return known(identity, stamp) ?? this.hashes.get(keyOf(entry));
  }

  /**
   * When a file whose bytes are not known will have settled, on the clock's scale.
   *
   * @param marked when it was seen first, or something said that it changed
   */
  settlesAt(path: string, { identity, stamp }: FileEntry, marked: number): number {
    const before = this.fresh.get(path);
    if (before?.identity === identity && before.stamp === stamp) return before.since + this.settleMs;
    this.fresh.set(path, { identity, stamp, since: marked });
    return marked + this.settleMs;
  }

  /** Nothing at this path waits to settle. */
  forget(path: string): void {
    this.fresh.delete(path);
  }

  /** The hash, if the file is the same before and after it was read; else it is to be looked at again. */
  async hash(path: string, entry: FileEntry): Promise<string | undefined> {
    try {
      const { sha256 } = await this.files.hash(path);
      const after = await this.files.stat(path);
      if (after?.identity !== entry.identity || after.stamp !== entry.stamp) return undefined;
      this.hashes.set(keyOf(entry), { identity: entry.identity, stamp: entry.stamp, sha256 });
      return sha256;
    } catch (error) {
      // Gone, or held by another program: the next scan sees it as it is then.
      if (!(error instanceof FilesError)) throw error;
      return undefined;
    }
  }

  /** Drops what is known of files that are not on the disk any more, or stand in the journal by now. */
  sweep(tree: LocalTree, known: KnownHash): void {
    for (const path of this.fresh.keys()) if (!tree.has(path)) this.fresh.delete(path);
    if (this.hashes.size === 0) return;
    const wanted = new Set<string>();
    for (const entry of tree.values()) {
      if (entry.kind === 'file' && !known(entry.identity, entry.stamp)) wanted.add(keyOf(entry));
    }
    for (const key of this.hashes.keys()) if (!wanted.has(key)) this.hashes.delete(key);
  }
}

function keyOf({ identity, stamp }: { readonly identity: string; readonly stamp: string }): string {
  return `${identity}|${stamp}`;
}
