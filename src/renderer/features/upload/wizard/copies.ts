import PQueue from 'p-queue';
import { fetchEndpoint } from '../../../api/client.ts';
import { hashFile } from '../engine/hasher.ts';
import type { Copy, Document } from './steps.ts';

/** A folder of five hundred files must not start five hundred workers: reading two at once fills a disk. */
const reading = new PQueue({ concurrency: 2 });
/** Of each file of this page, while it is held by the wizard. */
const hashes = new WeakMap<File, Promise<string>>();

/**
 * Looks for a file's copy by its bytes: among the others of the wizard that are as large, and among the documents that
 * this person sees, under whatever name.
 * @throws UnreadableFile; the signal's reason where it was aborted
 */
export async function copyOf(
  { id, file, bytes }: Document,
  others: readonly Document[],
  signal: AbortSignal,
): Promise<Copy | undefined> {
  if (!bytes) return undefined;
  const sha256 = await hashOf(bytes, signal);
  // Unanswered, there is nothing to warn of.
  const [record] = await fetchEndpoint('recordsByHash', { params: { sha256 } }).catch(() => []);
  if (record) return { record };
  for (const twin of others) {
    if (twin.id === id || !twin.bytes || twin.file.size !== file.size) continue;
    if ((await hashOf(twin.bytes, signal)) === sha256) return { chosen: twin.id };
  }
  return undefined;
}

function hashOf(bytes: File, signal: AbortSignal): Promise<string> {
  const known = hashes.get(bytes);
  if (known) return known;
  const hash = reading.add(() => hashFile(bytes, { signal }), { signal });
  hashes.set(bytes, hash);
  // Broken off for one file that was removed, it is begun anew for another that asks.
  hash.catch(() => hashes.delete(bytes));
  return hash;
}
