import { type RecordState, STATE } from '#shared/access/states.ts';
import type { Confirmed } from '#shared/documents/versions.schemas.ts';

/** What became of a file that was uploaded as the next version, as its person needs to know it. */
export type VersionOutcome =
  | 'done'
  /** It replaced a version that waited for a decision: nobody is asked any more. */
  | 'withdrewReview'
  | 'withdrewPublication'
  /** Somebody else's version became current first: the two wait for a choice. */
  | 'conflict'
  /** Somebody else's version became current first, with the same bytes: there is nothing to choose. */
  | 'sameAsOther';

/**
 * What a confirmed upload came to.
 * @param replaced the state of the version that the upload was based on
 */
export function outcomeOf(
  { outcome, version }: { outcome: Confirmed['outcome']; version: Pick<Confirmed['version'], 'settled'> },
  replaced: RecordState | undefined,
): VersionOutcome {
  if (outcome === 'conflict') return version.settled ? 'sameAsOther' : 'conflict';
  if (replaced === STATE.pendingReview) return 'withdrewReview';
  return replaced === STATE.pendingPublication ? 'withdrewPublication' : 'done';
}
