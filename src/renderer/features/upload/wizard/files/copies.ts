import PQueue from 'p-queue';
import { fetchEndpoint } from '../../../../api/client.ts';
import { hashFile } from '../../../../platform/hashing/hasher.ts';
import type { Copy, Document } from '../steps/steps.ts';

/**
 * Number of files hashed at a time: a folder of five hundred files must not start five hundred workers, and reading two
 * already keeps a disk busy.
 */
const reading = new PQueue({ concurrency: 2 });
/** Hashes of this page's files, as long as the wizard holds the files. */
const hashes = new WeakMap<File, Promise<string>>();

/**
 * Searches for copies of a file by its hash: among files of the same size in the wizard, and among the documents that
 * the person sees, whatever their names.
 * @throws UnreadableFile; the signal's reason if it was aborted
 */
export async function copyOf(
  { id, file, bytes }: Document,
  others: readonly Document[],
  signal: AbortSignal,
): Promise<Copy | undefined> {
  if (!bytes) return undefined;
  const sha256 = await hashOf(bytes, signal);
  // If the server does not answer, there is no warning.
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
  // A search that was aborted because its file was removed starts again when another file needs it.
  hash.catch(() => hashes.delete(bytes));
  return hash;
}
