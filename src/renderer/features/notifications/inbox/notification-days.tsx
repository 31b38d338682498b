import type { Notification } from '#shared/notifications/notifications.schemas.ts';
import { formatDayHeading } from '../../../i18n/format.ts';
import { groupNotices, type NoticeGroup } from './notice-groups.ts';
import { NotificationGroupRow } from './notification-group-row.tsx';
import styles from './notification-row.module.css';
import { NotificationRow } from './notification-row.tsx';

/**
 * Notifications by day, newest first; what one person did to many documents at once is one row.
 * @param most how many rows are shown at most
 */
export function NotificationDays({
  list,
  most = Number.POSITIVE_INFINITY,
  compact = false,
  onOpen,
}: {
  list: readonly Notification[];
  most?: number;
  compact?: boolean;
  onOpen?: () => void;
}) {
  const rowOf = { compact, ...(onOpen ? { onOpen } : {}) };
  return shownByDay(list, most).map(([day, groups]) => (
    <section key={day} aria-label={day}>
      <h2 className={styles.day}>{day}</h2>
      <ul>
        {groups.map((group) =>
          group.length === 1 ? (
            <NotificationRow key={group[0]._id} notification={group[0]} {...rowOf} />
          ) : (
            <NotificationGroupRow key={group.at(-1)?._id} group={group} {...rowOf} />
          ),
        )}
      </ul>
    </section>
  ));
}

function shownByDay(list: readonly Notification[], most: number): [string, NoticeGroup[]][] {
  const days = new Map<string, Notification[]>();
  for (const each of list) {
    const day = formatDayHeading(each.createdAt);
    days.set(day, [...(days.get(day) ?? []), each]);
  }
  let left = most;
  return [...days].flatMap(([day, notices]): [string, NoticeGroup[]][] => {
    const groups = groupNotices(notices).slice(0, left);
    left -= groups.length;
    return groups.length > 0 ? [[day, groups]] : [];
  });
}
