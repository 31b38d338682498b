import type { Readable } from 'node:stream';

/** A file whose bytes have arrived, on the storage's own volume. */
export interface IncomingFile {
  readonly path: string;
  /** In lower-case hexadecimal. The caller has computed it from exactly these bytes. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /**
   * The caller guarantees that the file was written at once into a read-only file of its own, from the very bytes that
   * were hashed, and flushed. Nobody can have it open for writing, so it can be linked as it is; any other file is
   * copied.
   */
  readonly sealed?: boolean;
}

export type StorageErrorCode =
  | 'bad_hash'
  | 'size_mismatch'
  | 'hash_mismatch'
  | 'storage_full'
  | 'storage_failed'
  | 'source_missing'
  /** The folder of the contents is not there, for example because its disk is not mounted. */
  | 'storage_gone'
  | 'not_kept'
  | 'damaged'
  /** Something else stands in its place, or the disk cannot read it. */
  | 'unreadable'
  /** This process may not read it. */
  | 'no_rights';

/** The only kind of error that a storage throws. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;
  /** The content that it is about, where it is about one alone. */
  readonly sha256: string | undefined;

  constructor(
    code: StorageErrorCode,
    message: string,
    { cause, sha256 }: { readonly cause?: unknown; readonly sha256?: string } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.sha256 = sha256;
  }
}

/** The first digits of hashes, by which stored contents are listed. */
export const DIGITS: readonly string[] = [...'0123456789abcdef'];

/**
 * Stores the bytes of versions by the hash of their content: equal bytes are stored once, stored bytes never change,
 * and bytes are compared with their hash before they are given. Does not check permissions: callers must have done so.
 */
export interface Storage {
  /**
   * Folder for incoming files, on the same volume as the stored ones. Files there that were untouched for long are
   * deleted at a start.
   */
  readonly incoming: string;

  /**
   * Stores the file's bytes durably under their hash. They are hashed while they are copied, so that a program which
   * still has the file open cannot change what is stored. The file itself stays; the caller removes it. Idempotent:
   * content that is stored already is no error, and is replaced where it was damaged.
   * @throws StorageError `source_missing` where there is no such file; `size_mismatch`, `hash_mismatch` where it holds
   * other bytes
   */
  putFile(file: IncomingFile): Promise<void>;

  /**
   * The same for many, which share their waits for the disk. Those that can be stored are stored even if others fail.
   * To learn which one failed, repeat each by `putFile`.
   * @throws StorageError the first one met
   */
  putMany(files: readonly IncomingFile[]): Promise<void>;

  /**
   * Streams the content; both ends of the range are inclusive, in bytes. Where a block is damaged or cannot be read, the
   * stream ends with that error before it.
   * @throws StorageError `not_kept` where there is no such content, `damaged`, `unreadable`, `no_rights`
   */
  open(sha256: string, range?: { readonly start: number; readonly end?: number }): Promise<Readable>;

  /**
   * The whole content at once, for small ones: a stream would be most of the work.
   * @throws StorageError as `open`
   */
  read(sha256: string): Promise<Buffer>;

  /** Reads all of it and compares it with its hash; false where it is damaged. @throws StorageError as `open` */
  verify(sha256: string): Promise<boolean>;

  /** Null where there is no such content. */
  stat(sha256: string): Promise<{ readonly size: number } | null>;

  /** The stored contents whose hash begins with this hexadecimal digit, and when each was written. */
  list(digit: string): AsyncIterable<{ readonly sha256: string; readonly writtenAt: Date }>;

  /** Deletes the content, if it exists. The caller must hold the lock on the hash. */
  remove(sha256: string): Promise<void>;

  /** Bytes that can still be written; null where the system does not say. */
  freeBytes(): Promise<number | null>;

  /**
   * Whether something can be written now: false where the disk is full.
   * @throws StorageError where it cannot be used at all
   */
  healthy(): Promise<boolean>;
}
