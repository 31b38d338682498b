import type { MessagePort } from 'node:worker_threads';

/** What the server's thread and the thread of the embedded database say to each other. */

export interface PgliteWorkerData {
  /** A folder, or undefined for a database in memory (tests). */
  readonly dataDir: string | undefined;
  /** Path of a tar made by `dump`, loaded into an empty `dataDir` (tests). */
  readonly snapshot?: string;
}

export type ToWorker =
  | { readonly kind: 'connect'; readonly port: MessagePort }
  | { readonly kind: 'dump' }
  | { readonly kind: 'close' };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'dumped'; readonly tar: Uint8Array }
  | { readonly kind: 'closed' }
  /** The database cannot go on; only a new worker can. */
  | { readonly kind: 'broken'; readonly reason: string };
