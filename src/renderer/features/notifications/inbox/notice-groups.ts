import type { NotificationType } from '#shared/notifications/notification-types.ts';
import type { Notification } from '#shared/notifications/notifications.schemas.ts';

/** Fewer than these are read as quickly one by one. */
const GROUPED_FROM = 4;
/** The longest pause between two acts of one piece of work, in ms. */
const PAUSE_MAX = 10 * 60_000;

/** Acts that somebody does to many documents at once. */
const DONE_TO_MANY: ReadonlySet<NotificationType> = new Set([
  'RECORD.CREATED',
  'RECORD.VERSION',
  'RECORD.MOVED',
  'RECORD.DELETED',
  'RECORD.SHARED',
  'RECORD.REVIEWED',
  'RECORD.REVIEW.REQUEST',
  'RECORD.PUBLICATION.REQUEST',
]);

/** Notifications that are read as one: the newest first, never empty. */
export type NoticeGroup = readonly [Notification, ...Notification[]];

/**
 * Notifications of one day as they are read: what one person did to four or more documents of a library without a
 * long pause is one row, in the place of its newest.
 * @param list newest first
 */
export function groupNotices(list: readonly Notification[]): NoticeGroup[] {
  const groups: [Notification, ...Notification[]][] = [];
  const open = new Map<string, [Notification, ...Notification[]]>();
  for (const notice of list) {
    const key = keyOf(notice);
    const group = open.get(key);
    if (group && goesOn(group, notice)) {
      group.push(notice);
      continue;
    }
    const next: [Notification, ...Notification[]] = [notice];
    groups.push(next);
    open.set(key, next);
  }
  const rows = groups.flatMap((group): NoticeGroup[] =>
    group.length < GROUPED_FROM ? group.map((each): NoticeGroup => [each]) : [group],
  );
  const place = new Map(list.map((each, at) => [each, at]));
  return rows.sort((a, b) => (place.get(a[0]) ?? 0) - (place.get(b[0]) ?? 0));
}

/** Equal for notifications that say the same of different documents. */
function keyOf({ _id, type, state, from, ref, comment, dueOn }: Notification): string {
  if (!from || !DONE_TO_MANY.has(type)) return _id;
  return JSON.stringify([type, state, from._id, ref.group._id, comment, dueOn]);
}

/** Whether this older one belongs to the same piece of work. What is told of one document twice is two rows. */
const goesOn = (group: NoticeGroup, older: Notification): boolean =>
  Date.parse((group.at(-1) ?? group[0]).createdAt) - Date.parse(older.createdAt) <= PAUSE_MAX &&
  group.every(({ refId }) => refId !== older.refId);
