import { STATE } from '../access/states.ts';
import type { NotificationType } from './notification-types.ts';

const WAITING = new Set<NotificationType>(['RECORD.REVIEW.REQUEST', 'RECORD.PUBLICATION.REQUEST']);
const COMMENTS = new Set<NotificationType>(['RECORD.COMMENTED', 'RECORD.MENTIONED']);

/**
 * Where a notification about a document leads, in the app and from a mail: the review of a document that waits for one,
 * the comment that it is about, or the document.
 * @param state the document's state that it tells of
 * @param comment the comment that it is about; those that are missing or null lead to all comments
 */
export function recordNoticeHref(
  type: NotificationType,
  state: number,
  record: string,
  comment?: string | null,
): string {
  const document = `/records/view/${record}`;
  if (COMMENTS.has(type)) return `${document}?panel=reviews${comment ? `&comment=${comment}` : ''}`;
  const waits = WAITING.has(type) || (type === 'RECORD.CREATED' && state === STATE.pendingReview);
  return waits ? `${document}?panel=review` : document;
}
