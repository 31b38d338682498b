import type { Change } from '../db/change.ts';
import { lockBlobs } from './blobs.queries.ts';
import type { Storage } from './storage.ts';

/** The bytes were garbage-collected between their arrival and the lock on their hash: they must be stored again. */
export class BytesCollected extends Error {}

/**
 * Locks contents against garbage collection until the commit. These are the first locks of a change (hash, libraries,
 * records).
 * @param by who uploads them
 * @throws BytesCollected
 */
export async function lockContents(
  change: Change,
  hashes: readonly { readonly sha256: string; readonly size: number }[],
  storage: Storage,
  by: string,
): Promise<void> {
  await lockBlobs(change.trx, hashes, by);
  const kept = await Promise.all(hashes.map(({ sha256 }) => storage.stat(sha256)));
  if (kept.some((found) => found === null)) throw new BytesCollected('collected meanwhile');
}
