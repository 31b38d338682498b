import { STATE_NONE } from '#shared/access/states.ts';
import type { CalendarNoticeType } from '#shared/notifications/notification-types.ts';
import type { Change } from '../../platform/db/change.ts';
import { newId } from '../../platform/ids.ts';
import { loadViewers } from '../documents/faces/audience.queries.ts';
import { type DueNotification, deliver } from '../notifications/deliver.ts';
import { insertNotifications } from '../notifications/notifications.queries.ts';
import { loadChoices } from '../notifications/preferences.queries.ts';
import type { KnownCalendar } from './calendars.queries.ts';
import type { ListedOccurrence } from './occurrences.queries.ts';

export interface OccurrenceNotice {
  readonly type: CalendarNoticeType;
  readonly row: ListedOccurrence;
  readonly calendar: KnownCalendar;
}

/**
 * Who is told. That a day comes near: the person responsible. That it is over, or no longer shown to be met: the backup
 * and the calendar's editors too. Where nobody is named: whoever made the calendar.
 */
function peopleOf({ type, row, calendar }: OccurrenceNotice): string[] {
  const named = [row.responsible, row.backup].filter((each) => each !== null);
  const all = type === 'CALENDAR.DUE' ? named.slice(0, 1) : [...named, ...calendar.editors];
  if (all.length > 0) return all;
  return calendar.editors.length > 0 ? calendar.editors : [calendar.created_by];
}

/**
 * Writes the notifications and delivers each as its person chose. Everybody who is signed in may read calendars, so
 * visibility is not checked.
 */
export async function sendOccurrenceNotices(
  change: Change,
  news: readonly OccurrenceNotice[],
): Promise<void> {
  const { trx, at } = change;
  const all = news.flatMap((each) => [...new Set(peopleOf(each))].map((user) => ({ ...each, user })));
  if (all.length === 0) return;
  const viewers = await loadViewers(
    trx,
    all.map(({ user }) => user),
  );
  const choiceOf = await loadChoices(trx, [...viewers.keys()]);
  const rows = all.flatMap(({ type, row, user }) => {
    const to = viewers.get(user);
    return to ? [{ id: newId(), type, row, to, choice: choiceOf(user, type) }] : [];
  });
  await insertNotifications(
    trx,
    rows.map(({ id, type, row, to, choice }) => ({
      ...{ id, organization: row.organization, user_id: to.user, type, state: STATE_NONE },
      ...{ record_id: null, version_id: null, from_user: null, occurrence_id: row.id },
      ...{ comment: '', due_on: row.due_on, notify_at: at, created_at: at },
      dismissed_at: choice === 'none' ? at : null,
      mailed_at: null,
    })),
  );
  await deliver(
    change,
    rows.map(({ id, type, to, choice }): DueNotification => ({ notification: id, type, to, choice })),
  );
}
