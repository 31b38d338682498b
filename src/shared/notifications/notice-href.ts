import { STATE } from '../access/states.ts';
import { folderReasonsHref, placeHref } from '../platform/hrefs.ts';
import type { NotificationType } from './notification-types.ts';

const WAITING = new Set<NotificationType>(['RECORD.REVIEW.REQUEST', 'RECORD.PUBLICATION.REQUEST']);
const COMMENTS = new Set<NotificationType>(['RECORD.COMMENTED', 'RECORD.MENTIONED']);

/** What a notification about a document tells, as far as it says where it leads. */
interface RecordNotice {
  readonly type: NotificationType;
  /** The document's state that it tells of. */
  readonly state: number;
  readonly record: string;
  /** The document's library. */
  readonly group: string;
  /** The comment that it is about. A list that an earlier client kept may lack it: it leads to all comments. */
  readonly comment?: string | null | undefined;
}

/**
 * Where a notification about a document leads, in the app and from a mail: the review of a document that waits for one,
 * the comment that it is about, the library from which it went to the bin, or the document.
 */
export function recordNoticeHref({ type, state, record, group, comment }: RecordNotice): string {
  if (type === 'RECORD.DELETED') return placeHref(group);
  const document = `/records/view/${record}`;
  if (COMMENTS.has(type)) return `${document}?panel=reviews${comment ? `&comment=${comment}` : ''}`;
  const waits = WAITING.has(type) || (type === 'RECORD.CREATED' && state === STATE.pendingReview);
  return waits ? `${document}?panel=review` : document;
}

/** Where a notice about a folder leads: to what came into it, or to the reasons why its rules fail. */
export const folderNoticeHref = (type: NotificationType, group: string, folder: string): string =>
  type === 'FOLDER.RECEIVED' ? placeHref(group, folder) : folderReasonsHref(group, folder);
