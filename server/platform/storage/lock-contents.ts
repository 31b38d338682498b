import type { Change } from '../db/change.ts';
import { lockBlobs } from './blobs.queries.ts';
import type { Storage } from './storage.ts';

/** The storage lost these bytes between their arrival and the lock on their hash: they are put there again. */
export class BytesCollected extends Error {}

/** Nobody collects these bytes before the commit: the first locks of a change (hash, libraries, records). @throws BytesCollected */
export async function lockContents(
  change: Change,
  hashes: readonly { readonly sha256: string; readonly size: number }[],
  storage: Storage,
): Promise<void> {
  await lockBlobs(change.trx, hashes);
  const kept = await Promise.all(hashes.map(({ sha256 }) => storage.stat(sha256)));
  if (kept.some((found) => found === null)) throw new BytesCollected('collected meanwhile');
}
