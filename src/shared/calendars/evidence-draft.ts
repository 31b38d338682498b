import type { LibraryRole } from '../access/roles.ts';
import { creationStates, type RecordState, STATE } from '../access/states.ts';

/** From the first draft to what everybody reads. What was rejected or is obsolete is nothing that a file begins as. */
const ON_THE_WAY: readonly RecordState[] = [
  STATE.draft,
  STATE.pendingReview,
  STATE.approved,
  STATE.pendingPublication,
  STATE.published,
];

/**
 * The state in which a file begins that is given as evidence: the first on the way to publication that counts and that its
 * person may give. Where none counts, somebody else has to decide about it, so it asks for a review.
 */
export function evidenceState(roles: readonly LibraryRole[], accepted: readonly RecordState[]): RecordState {
  const own = creationStates(roles);
  return ON_THE_WAY.find((state) => accepted.includes(state) && own.includes(state)) ?? STATE.pendingReview;
}
