import type { Readable } from 'node:stream';

/** A file whose bytes have arrived, on the storage's own volume. */
export interface IncomingFile {
  readonly path: string;
  /** Lower-case hexadecimal, of exactly these bytes: the caller has computed it. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /**
   * By the caller's word: written at once into a read-only file of its own, from the very bytes that were hashed, and flushed.
   * Nobody can have it open for writing, so it may take its name as it is; any other file is copied.
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
  | 'not_kept'
  | 'damaged';

/** The one kind of error that a storage answers with. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Where the bytes of versions lie, by the hash of their content: equal bytes are kept once, what is kept never changes, and
 * what leaves was compared with its hash. Who may read them, and who may claim to have sent them, is not its affair.
 */
export interface Storage {
  /** Folder for incoming files, on the same volume as what is kept. What lies there untouched for long is swept at a start. */
  readonly incoming: string;

  /**
   * Makes the file's bytes durable under their hash: they are hashed while they are copied, so that whoever still has the
   * file open can change nothing of what is kept. The file itself stays, and is the caller's to remove. Idempotent: content that is
   * kept already is no error, and is replaced where it was damaged.
   * @throws StorageError `source_missing` where there is no such file; `size_mismatch`, `hash_mismatch` where it holds other bytes
   */
  putFile(file: IncomingFile): Promise<void>;

  /**
   * The same for many, with their waits for the disk shared. Those that can be kept are kept whatever happens to the
   * others; to learn which one failed, repeat each by `putFile`.
   * @throws StorageError the first one met
   */
  putMany(files: readonly IncomingFile[]): Promise<void>;

  /**
   * Both ends inclusive, in bytes. Where a block turns out to be damaged, the stream ends with that error before it.
   * @throws StorageError `not_kept` where there is no such content, `damaged`
   */
  open(sha256: string, range?: { readonly start: number; readonly end?: number }): Promise<Readable>;

  /**
   * All of it at once: of what is known to be small, a stream is most of the work.
   * @throws StorageError `not_kept` where there is no such content, `damaged`
   */
  read(sha256: string): Promise<Buffer>;

  /** Reads all of it and compares it with its hash; false where it is damaged. @throws StorageError `not_kept` */
  verify(sha256: string): Promise<boolean>;

  /** Null where there is no such content. */
  stat(sha256: string): Promise<{ readonly size: number } | null>;

  /** What is kept whose hash begins with this hexadecimal digit, and when its last byte was written. */
  list(digit: string): AsyncIterable<{ readonly sha256: string; readonly writtenAt: Date }>;

  /** Forgets the content, if it is there. The caller holds the lock on the hash. */
  remove(sha256: string): Promise<void>;

  /** Bytes that can still be written; null where the system does not say. */
  freeBytes(): Promise<number | null>;

  /** Whether something can be written now: false where the disk is full. @throws StorageError where it cannot be used at all */
  healthy(): Promise<boolean>;
}
