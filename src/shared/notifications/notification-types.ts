/** Four are the specification's (§4); the others follow its style (docs/domain/notifications.md). */
export const RECORD_NOTICES = [
  'RECORD.REVIEW.REQUEST',
  'RECORD.PUBLICATION.REQUEST',
  'RECORD.REVIEWED',
  'RECORD.REMINDER',
  'RECORD.CREATED',
  'RECORD.COLLABORATION',
  'RECORD.CONFLICT',
] as const;
/** About a folder and its rules, not about one document: what soon fails, and what does. */
export const FOLDER_NOTICES = ['FOLDER.DUE', 'FOLDER.FAILED'] as const;
export type FolderNoticeType = (typeof FOLDER_NOTICES)[number];
/** About the due day of an obligation: it comes near, it is over, what showed that it was met does so no longer. */
export const CALENDAR_NOTICES = ['CALENDAR.DUE', 'CALENDAR.OVERDUE', 'CALENDAR.EVIDENCE'] as const;
export type CalendarNoticeType = (typeof CALENDAR_NOTICES)[number];
export const NOTIFICATION_TYPES = [...RECORD_NOTICES, ...FOLDER_NOTICES, ...CALENDAR_NOTICES] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/**
 * How somebody wants to be told of a type: in the app alone; there and by mail at once; there and in the day's one
 * mail; not at all.
 */
export const NOTICE_CHOICES = ['app', 'mail', 'daily', 'none'] as const;
export type NoticeChoice = (typeof NOTICE_CHOICES)[number];

/** What holds until somebody chooses: what asks something of its person is mailed, the rest waits in the app. */
export const DEFAULT_CHOICE: Readonly<Record<NotificationType, NoticeChoice>> = {
  'RECORD.CREATED': 'app',
  'RECORD.COLLABORATION': 'mail',
  'RECORD.REVIEWED': 'app',
  'RECORD.REVIEW.REQUEST': 'mail',
  'RECORD.PUBLICATION.REQUEST': 'mail',
  'RECORD.REMINDER': 'mail',
  'RECORD.CONFLICT': 'app',
  'FOLDER.DUE': 'mail',
  'FOLDER.FAILED': 'mail',
  'CALENDAR.DUE': 'mail',
  'CALENDAR.OVERDUE': 'mail',
  'CALENDAR.EVIDENCE': 'mail',
};

/** When the daily digest goes out, by the clock of the organization's time zone. */
export const DIGEST_HOUR = 7;
