import type { Readable } from 'node:stream';

/** A file whose bytes have arrived, on the storage's own volume. */
export interface IncomingFile {
  readonly path: string;
  /** Lower-case hexadecimal, of exactly these bytes: the caller has computed it. */
  readonly sha256: string;
  /** Bytes; compared with what lies on disk, as a last guard. */
  readonly size: number;
  /** Its bytes are on the disk already (fsync), by the caller's word. */
  readonly flushed?: boolean;
}

export type StorageErrorCode =
  | 'bad_hash'
  | 'size_mismatch'
  | 'storage_full'
  | 'storage_failed'
  | 'source_missing'
  | 'not_kept';

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
 * Where the bytes of versions lie, by the hash of their content: equal bytes are kept once, and what is kept never
 * changes. Who may read them, and who may claim to have sent them, is not its affair.
 */
export interface Storage {
  /** Folder for incoming files, on the same volume as what is kept. What lies there untouched for long is swept at a start. */
  readonly incoming: string;

  /**
   * Makes the file durable under its hash. The file itself stays where it is, and is the caller's to remove; nobody
   * may write to it any more. Idempotent: content that is kept already is no error.
   * @throws StorageError `source_missing` where there is no such file
   */
  putFile(file: IncomingFile): Promise<void>;

  /**
   * The same for many, with their waits for the disk shared. Those that can be kept are kept whatever happens to the
   * others; to learn which one failed, repeat each by `putFile`.
   * @throws StorageError the first one met
   */
  putMany(files: readonly IncomingFile[]): Promise<void>;

  /**
   * Both ends inclusive, in bytes.
   * @throws StorageError `not_kept` where there is no such content
   */
  open(sha256: string, range?: { readonly start: number; readonly end?: number }): Promise<Readable>;

  /**
   * All of it at once: of what is known to be small, a stream is most of the work.
   * @throws StorageError `not_kept` where there is no such content
   */
  read(sha256: string): Promise<Buffer>;

  /** Null where there is no such content. */
  stat(sha256: string): Promise<{ readonly size: number } | null>;

  /** What is kept whose hash begins with this hexadecimal digit, and when its last byte was written. */
  list(digit: string): AsyncIterable<{ readonly sha256: string; readonly writtenAt: Date }>;

  /** Forgets the content, if it is there. The caller holds the lock on the hash. */
  remove(sha256: string): Promise<void>;

  /** @throws StorageError where nothing could be written now */
  healthy(): Promise<void>;
}
