/** Messages between the page and the hashing worker. */
export interface HashRequest {
  file: Blob;
  /** Bytes between checkpoints; undefined for none. */
  checkpointEvery?: number;
}

export type HashAnswer =
  | { kind: 'checkpoint'; offset: number; sha256: string }
  | { kind: 'done'; sha256: string }
  | { kind: 'failed' };
