import type { Viewer } from '#shared/access/visibility.ts';
import { clashKey, diskKey } from '#shared/platform/files/names.ts';
import type { Change } from '../../../platform/db/change.ts';
import { countDisclosures, disclosureLimitError } from '../../../platform/limits/disclosure-limit.ts';
import { countHidden, type NamedFile } from './places.queries.ts';

/**
 * Limits how often somebody can learn that a hidden document has a name. A number behind a name tells that something
 * else has that name. Where that is a document which the person does not see, the answer is counted. After too many of
 * them every new name is refused for a while, so that a refusal tells nothing either. Call it after the last lock.
 * @throws rate_limited
 */
export async function limitHiddenNames(
  change: Change,
  viewer: Viewer,
  files: readonly NamedFile[],
): Promise<void> {
  const numbered = files.filter(({ wanted, given }) => diskKey(wanted) !== clashKey(given));
  const hidden = numbered.length > 0 ? await countHidden(change.trx, viewer, files, numbered) : 0;
  const from = { db: change.trx, now: () => change.at };
  if ((await countDisclosures(from, 'names', viewer.user, hidden)) < hidden) throw disclosureLimitError();
}
