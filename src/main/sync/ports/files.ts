export interface FileEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
  readonly identity: string;
  readonly stamp: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds of the epoch, by the disk's own clock. Compare it only with this computer's clock. */
  readonly modifiedAt: number;
  /** For the kind `other`: what it is. */
  readonly special?: Special | undefined;
  /** The bytes of a name that is not valid UTF-8, in hex; `name` is only similar. */
  readonly rawName?: string | undefined;
}

/** What is neither file nor folder, or cannot be reached as one. `unreadable`: the system does not tell its kind. */
export type Special = 'link' | 'pipe' | 'socket' | 'device' | 'broken-name' | 'unreadable';

export type FilesErrorCode =
  | 'exists'
  | 'missing'
  | 'full'
  | 'busy'
  | 'denied'
  | 'outside'
  | 'changed'
  /** The disk does not allow this name. */
  | 'name'
  /** The disk is not there any more. */
  | 'away'
  /** The computer has too many open files, or too little memory. */
  | 'limit'
  | 'failed';

export class FilesError extends Error {
  readonly code: FilesErrorCode;
  readonly path: string;
  /** The system's code of the error, such as EACCES, where there is one. */
  readonly errno: string | undefined;

  constructor(code: FilesErrorCode, path: string, errno?: string) {
    super(`${code}: ${path}${errno ? ` (${errno})` : ''}`);
    this.name = 'FilesError';
    this.code = code;
    this.path = path;
    this.errno = errno;
  }
}

/** What was found at a path when it was checked. Without a stamp its bytes do not matter. */
export interface CheckedFile {
  readonly identity: string;
  readonly stamp?: string | undefined;
}

export interface KeptFile {
  readonly sha256: string;
  readonly entry: FileEntry;
}

/** Whether a file is still what was checked. */
export const isUnchanged = (there: Required<CheckedFile>, { identity, stamp }: CheckedFile): boolean =>
  there.identity === identity && (stamp === undefined || there.stamp === stamp);

/** One file of several that were copied into one. */
export interface Packed {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** Its first byte in the pack. */
  readonly at: number;
}

/** The disk below the sync root. Paths are relative to it, with `/`. Symbolic links are never followed. */
export interface Files {
  /** Whether an identity survives renames and is never reused for another file. */
  readonly stableIdentity: boolean;
  /** The entries of a folder; `undefined` where it does not exist. */
  list(path: string): Promise<readonly FileEntry[] | undefined>;
  stat(path: string): Promise<FileEntry | undefined>;
  /**
   * What a folder keeps wherever its disk is mounted, and a copy of it does not have. `undefined` where there is no such
   * folder, and where the disk has nothing of the kind.
   */
  birthmark(path: string): Promise<string | undefined>;
  /**
   * Identities of those files that some program of this computer is known to have open for writing, also where they
   * were renamed or replaced since. Empty where the system cannot tell.
   */
  openForWriting(entries: readonly { readonly identity: string }[]): Promise<ReadonlySet<string>>;
  /** sha256 in lower-case hex. */
  hash(path: string): Promise<{ readonly sha256: string; readonly size: number }>;
  /** The same, and whether the file is incomplete by its own format; see `isIncomplete`. */
  examine(
    path: string,
  ): Promise<{ readonly sha256: string; readonly size: number; readonly incomplete: boolean }>;
  /** Makes the folder and those above it. An existing one is left as it is. */
  makeFolder(path: string): Promise<void>;
  /** Makes the folder in one that is there. An existing one is left as it is. @throws missing */
  makeOneFolder(path: string): Promise<void>;
  /** Removes an empty folder of any name; false where it is not empty. Only executors/removal.ts calls it. */
  removeEmptyFolder(path: string): Promise<boolean>;
  /**
   * Moves a file or folder; throws `exists` rather than replace anything. Where the file has both names, because of a
   * crash during a move, the move is finished.
   */
  move(from: string, to: string): Promise<void>;
  /**
   * Replaces one file by another in one step. Throws `changed` where the replaced one is not what was checked any more
   * (a program that saves by renaming has put a new file there).
   */
  replace(from: string, to: string, looked: CheckedFile | undefined): Promise<void>;
  /** A second name for the same file; a copy of its bytes where the disk has no hard links. */
  link(from: string, to: string): Promise<'linked' | 'copied'>;
  /** A copy, which shares blocks where the disk supports that. Throws `full`, before it writes, where there is no room. */
  copy(from: string, to: string): Promise<void>;
  /**
   * A separate copy, flushed when this returns.
   * @returns the sha256 of the copy's bytes, and their number
   */
  keepCopy(from: string, to: string): Promise<{ readonly sha256: string; readonly size: number }>;
  /**
   * Copies small files one after the other into one new file, flushed when this returns. Throws where that cannot be
   * written.
   * @returns for each what was copied; an error where it cannot be read; `undefined` where it is too large for this
   */
  pack(from: readonly string[], to: string): Promise<readonly (Packed | FilesError | undefined)[]>;
  /** Copies a part of a pack into a file of its own, flushed when this returns. */
  unpack(pack: string, part: { readonly at: number; readonly size: number }, to: string): Promise<void>;
  /**
   * Removes a file's name where it is still what was checked. Only executors/removal.ts calls it.
   * @returns whether the name is free now
   */
  unlink(path: string, looked: CheckedFile): Promise<boolean>;
  /** The first bytes of a file, at most this many. */
  start(path: string, bytes: number): Promise<Uint8Array>;
  /** Free room on the disk, and its size, in bytes; undefined where the disk does not say. */
  space(): Promise<{ readonly free: number; readonly total: number } | undefined>;
  /**
   * Writes chunks at `offset` as they come, and truncates the file there first. Where the file has a second name, it is
   * given up and `changed` is thrown: it may be a document by now.
   */
  write(path: string, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Writes a whole small file and flushes it, replacing what lies there. In the engine's own folders only.
   * @returns the sha256 of its bytes, and the file as it was written
   */
  keep(path: string, bytes: Uint8Array, writable: boolean): Promise<KeptFile>;
  /**
   * Renames an entry whose name is not valid UTF-8, in the same folder. Throws `exists` rather than replace anything,
   * and `missing` where it is gone.
   */
  renameRaw(folder: string, rawName: string, to: string): Promise<void>;
  readText(path: string): Promise<string | undefined>;
  writeText(path: string, text: string): Promise<void>;
  setWritable(path: string, writable: boolean): Promise<void>;
  syncFile(path: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
}
