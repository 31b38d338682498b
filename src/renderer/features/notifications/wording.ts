import { folderNoticeHref, recordNoticeHref } from '#shared/notifications/notice-href.ts';
import type { NotificationType } from '#shared/notifications/notification-types.ts';
import type { Notification } from '#shared/notifications/notifications.schemas.ts';
import { occurrenceHref } from '#shared/platform/hrefs.ts';
import { fullName, shownReminder } from '../../i18n/format.ts';

/** A type's key in the catalogue, where dots separate levels. */
export const typeKey = (type: NotificationType): string => `types.${type.replaceAll('.', '_')}`;

/** What happened: the catalogue key of its verb, and its subject. */
export function wording(notification: Notification): { verb: string; object: string } {
  const { type, state, ref, comment } = notification;
  switch (type) {
    case 'RECORD.REVIEW.REQUEST':
      return { verb: 'verbs.request', object: ref.title };
    case 'RECORD.PUBLICATION.REQUEST':
      return { verb: 'verbs.publication', object: ref.title };
    case 'RECORD.REVIEWED':
      return { verb: `verbs.state${Math.max(state, 0)}`, object: ref.title };
    case 'RECORD.COMMENTED':
      return { verb: 'verbs.commented', object: ref.title };
    case 'RECORD.MENTIONED':
      return { verb: 'verbs.mentioned', object: ref.title };
    case 'RECORD.SHARED':
      return { verb: 'verbs.shared', object: ref.title };
    case 'RECORD.CREATED':
      return { verb: 'verbs.created', object: ref.title };
    case 'RECORD.VERSION':
      return { verb: 'verbs.version', object: ref.title };
    case 'RECORD.MOVED':
      return { verb: 'verbs.moved', object: ref.title };
    case 'RECORD.DELETED':
      return { verb: 'verbs.deleted', object: ref.title };
    case 'RECORD.COLLABORATION':
      return { verb: 'verbs.collaboration', object: ref.title };
    case 'RECORD.REMINDER':
      return { verb: 'verbs.reminder', object: shownReminder(comment || ref.title) };
    case 'RECORD.CONFLICT':
      return { verb: 'verbs.conflict', object: ref.title };
    case 'FOLDER.DUE':
      return { verb: 'verbs.folderDue', object: ref.title };
    case 'FOLDER.FAILED':
      return { verb: 'verbs.folderFailed', object: ref.title };
    case 'FOLDER.RECEIVED':
      return { verb: 'verbs.folderReceived', object: ref.title };
    case 'CALENDAR.DUE':
      return { verb: 'verbs.occurrenceDue', object: ref.title };
    case 'CALENDAR.OVERDUE':
      return { verb: 'verbs.occurrenceOverdue', object: ref.title };
    case 'CALENDAR.EVIDENCE':
      return { verb: 'verbs.occurrenceEvidence', object: ref.title };
    case 'CALENDAR.REQUEST':
      return { verb: 'verbs.occurrenceRequest', object: ref.title };
    case 'CALENDAR.ANSWER':
      return { verb: 'verbs.occurrenceAnswer', object: ref.title };
    case 'CALENDAR.COMMENT':
      return { verb: 'verbs.occurrenceComment', object: ref.title };
  }
}

/** What somebody did to many documents: the catalogue key of its verb, of those that `wording` has. */
export const groupVerb = (notification: Notification): string => wording(notification).verb;

/** Who did it; if nobody did, where it happened. */
export const signature = (notification: Notification, by: (name: string) => string): string =>
  notification.from ? by(fullName(notification.from)) : notification.ref.group.name;

/** The target of a notification's link: a folder's reasons, a due day, a document, or a comment on it. */
export function targetOf(notification: Notification): string {
  const { refId, ref } = notification;
  if (notification.refModel === 'Folder') return folderNoticeHref(notification.type, ref.group._id, refId);
  if (notification.refModel === 'Occurrence') return occurrenceHref(refId);
  return recordNoticeHref({
    ...{ type: notification.type, state: notification.state, record: refId, group: ref.group._id },
    comment: notification.commentId,
  });
}
