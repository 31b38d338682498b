export interface FileEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
  readonly identity: string;
  readonly stamp: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds of the epoch, by the disk's own clock; only ever compared with the clock of this computer. */
  readonly modifiedAt: number;
  /** `other`: what it is. */
  readonly special?: Special | undefined;
  /** The bytes of a name that is no UTF-8, in hex; `name` is only near it. */
  readonly rawName?: string | undefined;
}

/** What is neither file nor folder, or cannot be reached as one. `unreadable`: the system does not even tell. */
export type Special = 'link' | 'pipe' | 'socket' | 'device' | 'broken-name' | 'unreadable';

export type FilesErrorCode =
  | 'exists'
  | 'missing'
  | 'full'
  | 'busy'
  | 'denied'
  | 'outside'
  | 'changed'
  /** The disk does not take this name. */
  | 'name'
  /** The disk is not there any more. */
  | 'away'
  /** The computer has too much open, or no memory. */
  | 'limit'
  | 'failed';

export class FilesError extends Error {
  readonly code: FilesErrorCode;
  readonly path: string;
  /** The system's name of the error, such as EACCES, where it came of one. */
  readonly errno: string | undefined;

  constructor(code: FilesErrorCode, path: string, errno?: string) {
    super(`${code}: ${path}${errno ? ` (${errno})` : ''}`);
    this.name = 'FilesError';
    this.code = code;
    this.path = path;
    this.errno = errno;
  }
}

/** What was found at a path when it was looked at; without a stamp, whatever its bytes are now. */
export interface Looked {
  readonly identity: string;
  readonly stamp?: string | undefined;
}

/** Whether a file is still what was looked at. */
export const isStill = (there: Required<Looked>, { identity, stamp }: Looked): boolean =>
  there.identity === identity && (stamp === undefined || there.stamp === stamp);

/** The disk below the sync root. Paths are relative to it, with `/`; symbolic links are never followed. */
export interface Files {
  /** Whether an identity survives renames and is never given to a new file of other content. */
  readonly stableIdentity: boolean;
  /** The entries of a folder; `undefined` where there is none. */
  list(path: string): Promise<readonly FileEntry[] | undefined>;
  stat(path: string): Promise<FileEntry | undefined>;
  /**
   * Identities of those files that some program of this computer is known to hold open for writing, also where they
   * have been renamed or replaced since; empty where the system cannot tell.
   */
  openForWriting(entries: readonly { readonly identity: string }[]): Promise<ReadonlySet<string>>;
  /** sha256 in lower-case hex. */
  hash(path: string): Promise<{ readonly sha256: string; readonly size: number }>;
  /** The same, and whether the file lacks its end by its own format; see `isIncomplete`. */
  examine(
    path: string,
  ): Promise<{ readonly sha256: string; readonly size: number; readonly incomplete: boolean }>;
  /** Makes the folder and those above it; one that is there is left as it is. */
  makeFolder(path: string): Promise<void>;
  /**
   * Removes a folder in which nothing lies, of whatever name; false where something does. Only executors/removal.ts
   * calls it.
   */
  removeEmptyFolder(path: string): Promise<boolean>;
  /**
   * Moves a file or folder; raises `exists` rather than replace anything. Where the file has both names, as a crash
   * in the middle of a move leaves it, the move is brought to its end.
   */
  move(from: string, to: string): Promise<void>;
  /**
   * Puts a file in the place of another in one step; raises `changed` where the other is not what was looked at any
   * more (a program that saves by renaming put a new file there).
   */
  replace(from: string, to: string, looked: Looked | undefined): Promise<void>;
  /** A second name for the same file; a copy of its bytes where the disk has no hard links. */
  link(from: string, to: string): Promise<'linked' | 'copied'>;
  /** A copy, sharing blocks where the disk can. */
  copy(from: string, to: string): Promise<void>;
  /**
   * A copy of its own that is flushed when this returns.
   * @returns the sha256 of the copy's bytes, and how many they are
   */
  keepCopy(from: string, to: string): Promise<{ readonly sha256: string; readonly size: number }>;
  /**
   * Takes a file's name away where it is still what was looked at. Only executors/removal.ts calls it.
   * @returns whether the name is free now
   */
  unlink(path: string, looked: Looked): Promise<boolean>;
  /** The first bytes of a file, at most so many. */
  start(path: string, bytes: number): Promise<Uint8Array>;
  /** Room that is left on the disk, in bytes; undefined where it does not say. */
  freeBytes(): Promise<number | undefined>;
  /**
   * Writes at `offset`, dropping what lies behind it, as chunks come. Where the file has another name besides, this one is
   * given up and `changed` raised: it may be a document by now.
   */
  write(path: string, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Writes a whole small file and flushes it, in the place of what may lie there.
   * @returns the sha256 of its bytes
   */
  keep(path: string, bytes: Uint8Array, writable: boolean): Promise<string>;
  /**
   * Gives an entry with a name that is no UTF-8 another one, in the same folder. Raises `exists` rather than replace
   * anything, and `missing` where it is gone.
   */
  renameRaw(folder: string, rawName: string, to: string): Promise<void>;
  readText(path: string): Promise<string | undefined>;
  writeText(path: string, text: string): Promise<void>;
  setWritable(path: string, writable: boolean): Promise<void>;
  syncFile(path: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
}
