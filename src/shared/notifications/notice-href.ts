import { STATE } from '../access/states.ts';
import type { NotificationType } from './notification-types.ts';

const WAITING = new Set<NotificationType>(['RECORD.REVIEW.REQUEST', 'RECORD.PUBLICATION.REQUEST']);
const COMMENTS = new Set<NotificationType>(['RECORD.COMMENTED', 'RECORD.MENTIONED']);

/**
 * Where a notification about a document leads, in the app and from a mail: the review of a document that waits for one,
 * its comments, or the document.
 * @param state the document's state that it tells of
 */
export function recordNoticeHref(type: NotificationType, state: number, record: string): string {
  const document = `/records/view/${record}`;
  if (COMMENTS.has(type)) return `${document}?panel=reviews`;
  const waits = WAITING.has(type) || (type === 'RECORD.CREATED' && state === STATE.pendingReview);
  return waits ? `${document}?panel=review` : document;
}
