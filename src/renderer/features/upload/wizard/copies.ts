import { fetchEndpoint } from '../../../api/client.ts';
import { hashFile } from '../engine/hasher.ts';
import type { Copy, Document } from './steps.ts';

/** How many documents of a like name are looked at. */
const CANDIDATES = '20';
const NAME_ASKED = 200;

/**
 * Looks for a file's copy among the others of the wizard, and among the documents whose names go with its own: the
 * server is asked by name, and the bytes are compared by size and hash. Nothing is read where no size agrees.
 * @throws UnreadableFile; the signal's reason where it was aborted
 */
export async function copyOf(
  { id, file, bytes }: Document,
  others: readonly Document[],
  signal: AbortSignal,
): Promise<Copy | undefined> {
  if (!bytes) return undefined;
  const twins = others.filter((each) => each.id !== id && each.bytes && each.file.size === file.size);
  const query = { name: file.name.slice(0, NAME_ASKED), limit: CANDIDATES, facets: 'no' as const };
  // Unanswered, there is nothing to warn of.
  const found = await fetchEndpoint('recordSearch', { query }).catch(() => undefined);
  const records = (found?.items ?? []).filter(({ size }) => size === file.size);
  if (twins.length + records.length === 0) return undefined;
  const sha256 = await hashFile(bytes, { signal });
  for (const record of records) {
    const versions = await fetchEndpoint('versionsByRecord', { params: { id: record._id } }).catch(() => []);
    if (versions.some((version) => version.sha256 === sha256)) return { record };
  }
  for (const twin of twins) {
    if (twin.bytes && (await hashFile(twin.bytes, { signal })) === sha256) return { chosen: twin.id };
  }
  return undefined;
}
