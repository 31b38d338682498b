import type { Readable } from 'node:stream';

/** A file whose bytes have arrived, on the storage's own volume. */
export interface IncomingFile {
  readonly path: string;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** Where the bytes of versions lie, by the hash of their content. */
export interface Storage {
  /** Folder for incoming files, on the same volume as what is kept. */
  readonly incoming: string;
  /** Makes the file durable under its hash; the path is gone afterwards. Idempotent. */
  putFile(file: IncomingFile): Promise<void>;
  /** The same for many, with their fsyncs grouped. */
  putMany(files: readonly IncomingFile[]): Promise<void>;
  /** Both ends inclusive, in bytes. @throws where there is no such content */
  open(sha256: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  /** Null where there is no such content. */
  stat(sha256: string): Promise<{ readonly size: number } | null>;
  remove(sha256: string): Promise<void>;
  /** @throws where nothing could be written now */
  healthy(): Promise<void>;
}
