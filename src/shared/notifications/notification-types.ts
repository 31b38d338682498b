/** Four are the specification's (§4); the others follow its style (docs/domain/notifications.md). */
export const RECORD_NOTICES = [
  'RECORD.REVIEW.REQUEST',
  'RECORD.PUBLICATION.REQUEST',
  'RECORD.REVIEWED',
  'RECORD.COMMENTED',
  'RECORD.MENTIONED',
  'RECORD.SHARED',
  'RECORD.REMINDER',
  'RECORD.CREATED',
  'RECORD.VERSION',
  'RECORD.MOVED',
  'RECORD.DELETED',
  'RECORD.COLLABORATION',
  'RECORD.CONFLICT',
] as const;
/** About a folder: rules that will soon fail, or fail; and files that came into it by a link. */
export const FOLDER_NOTICES = ['FOLDER.DUE', 'FOLDER.FAILED', 'FOLDER.RECEIVED'] as const;
export type FolderNoticeType = (typeof FOLDER_NOTICES)[number];
/**
 * About a due day: it comes near, it is over, or it is no longer shown to be met; somebody asks for a document that shows
 * it, answers that, or comments on it.
 */
export const CALENDAR_NOTICES = [
  'CALENDAR.DUE',
  'CALENDAR.OVERDUE',
  'CALENDAR.EVIDENCE',
  'CALENDAR.REQUEST',
  'CALENDAR.ANSWER',
  'CALENDAR.COMMENT',
] as const;
export type CalendarNoticeType = (typeof CALENDAR_NOTICES)[number];
export const NOTIFICATION_TYPES = [...RECORD_NOTICES, ...FOLDER_NOTICES, ...CALENDAR_NOTICES] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** What those who follow a document, its folder or its library are told of, beside those whom it is for in any case. */
export const FOLLOWED_NOTICES: ReadonlySet<NotificationType> = new Set([
  'RECORD.CREATED',
  'RECORD.VERSION',
  'RECORD.REVIEWED',
  'RECORD.COMMENTED',
]);

/**
 * How somebody wants to be told of a type: in the app; in the app and by mail at once; in the app and in the day's one
 * mail; not at all.
 */
export const NOTICE_CHOICES = ['app', 'mail', 'daily', 'none'] as const;
export type NoticeChoice = (typeof NOTICE_CHOICES)[number];

/** Until somebody chooses: requests are mailed, the rest is shown in the app. */
export const DEFAULT_CHOICE: Readonly<Record<NotificationType, NoticeChoice>> = {
  'RECORD.CREATED': 'app',
  'RECORD.VERSION': 'app',
  'RECORD.MOVED': 'app',
  'RECORD.DELETED': 'app',
  'RECORD.COLLABORATION': 'mail',
  'RECORD.REVIEWED': 'app',
  'RECORD.COMMENTED': 'app',
  'RECORD.REVIEW.REQUEST': 'mail',
  'RECORD.PUBLICATION.REQUEST': 'mail',
  'RECORD.MENTIONED': 'mail',
  'RECORD.SHARED': 'mail',
  'RECORD.REMINDER': 'mail',
  'RECORD.CONFLICT': 'app',
  'FOLDER.DUE': 'mail',
  'FOLDER.FAILED': 'mail',
  'FOLDER.RECEIVED': 'mail',
  'CALENDAR.DUE': 'mail',
  'CALENDAR.OVERDUE': 'mail',
  'CALENDAR.EVIDENCE': 'mail',
  'CALENDAR.REQUEST': 'mail',
  'CALENDAR.ANSWER': 'app',
  'CALENDAR.COMMENT': 'app',
};

/** The hour of the daily digest, in the organization's time zone. */
export const DIGEST_HOUR = 7;
