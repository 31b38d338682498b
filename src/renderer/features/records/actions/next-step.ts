import { STATE } from '#shared/access/states.ts';
import type { Record } from '#shared/documents/records.schemas.ts';

/** What a person can do next with a document. */
export type NextStep =
  | 'decide'
  | 'publish'
  | 'requestPublication'
  | 'requestReview'
  | 'newVersion'
  | 'openHere'
  /** Its state can be changed, and none of the steps above fits. */
  | 'changeState';

type Given = Pick<Record, 'currentVersion' | 'face' | 'may' | 'authors'>;

/** Whether the review form has anything to offer: a next state, or a new version. */
export const isReviewable = ({ currentVersion, may }: Pick<Record, 'currentVersion' | 'may'>): boolean =>
  currentVersion !== null && (may.states.length > 0 || may.addVersion);

/** Whether the person may ask others to review it. */
export const canRequestReview = ({ currentVersion, face, may }: Omit<Given, 'authors'>): boolean =>
  face === 'working' && currentVersion !== null && may.roles.includes('upload');

/**
 * The next step of this person: by the document's state, their roles, and what is missing.
 * @param me their id
 * @param onDesktop whether this computer can open the document in its program and send the edit back
 */
export function nextStepOf(record: Given, me: string, onDesktop: boolean): NextStep | undefined {
  const { currentVersion, may } = record;
  const can = (state: Record['state']): boolean => may.states.includes(state);
  switch (currentVersion?.state) {
    case undefined:
      return undefined;
    case STATE.draft:
      // Nobody asks others to review what somebody else has just written, and they may decide about themselves.
      if (can(STATE.approved) && !record.authors.some(({ user }) => user._id === me)) return 'decide';
      if (canRequestReview(record)) return 'requestReview';
      break;
    case STATE.rejected:
      if (may.addVersion) return 'newVersion';
      break;
    case STATE.approved:
    case STATE.pendingPublication:
      if (can(STATE.published)) return 'publish';
      if (can(STATE.pendingPublication)) return 'requestPublication';
      break;
    case STATE.published:
    case STATE.obsolete:
      if (may.addVersion) return onDesktop ? 'openHere' : 'newVersion';
      break;
  }
  if (can(STATE.approved)) return 'decide';
  return may.states.length > 0 ? 'changeState' : undefined;
}
