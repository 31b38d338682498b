/** What the page and the hashing worker say to each other. */
export interface HashRequest {
  file: Blob;
  /** A checkpoint is told after each so many bytes; none where it is missing. */
  checkpointEvery?: number;
}

export type HashAnswer =
  | { kind: 'checkpoint'; offset: number; sha256: string }
  | { kind: 'done'; sha256: string }
  | { kind: 'failed' };
