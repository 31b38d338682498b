import { STATE_NONE } from '#shared/access/states.ts';
import type { CalendarNoticeType } from '#shared/notifications/notification-types.ts';
import type { Change } from '../../../platform/db/change.ts';
import { newId } from '../../../platform/ids.ts';
import { type KnownViewer, loadViewers } from '../../documents/faces/audience.queries.ts';
import { type DueNotification, deliver } from '../../notifications/deliver.ts';
import { insertNotifications } from '../../notifications/notifications.queries.ts';
import { loadChoices } from '../../notifications/preferences.queries.ts';
import type { KnownCalendar } from '../calendars.queries.ts';
import { findAdmins } from './occurrence-notices.queries.ts';
import type { ListedOccurrence } from './occurrences.queries.ts';

export interface OccurrenceNotice {
  readonly type: CalendarNoticeType;
  readonly row: ListedOccurrence;
  readonly calendar: KnownCalendar;
}

/** Everybody who may have to be told. */
const concerned = ({ row, calendar }: OccurrenceNotice): string[] => [
  ...[row.responsible, row.backup].filter((each) => each !== null),
  ...calendar.editors,
  calendar.created_by,
];

/**
 * Who is told. That a day comes near: the person responsible. That it is over, or no longer shown to be met: the backup
 * and the calendar's editors too. Where nobody is named: whoever made the calendar. Whose account is disabled is told
 * nothing, and counts as not named; where nobody is left, those who administer are told.
 */
function peopleOf(
  notice: OccurrenceNotice,
  isReached: (user: string) => boolean,
  admins: readonly string[],
): readonly string[] {
  const { type, row, calendar } = notice;
  const named = [row.responsible, row.backup].filter((each) => each !== null).filter(isReached);
  const editors = calendar.editors.filter(isReached);
  const all = type === 'CALENDAR.DUE' ? named.slice(0, 1) : [...named, ...editors];
  if (all.length > 0) return all;
  if (editors.length > 0) return editors;
  return isReached(calendar.created_by) ? [calendar.created_by] : admins;
}

/**
 * Writes the notifications and delivers each as its person chose. Everybody who is signed in may read calendars, so
 * visibility is not checked.
 */
export async function sendOccurrenceNotices(
  change: Change,
  news: readonly OccurrenceNotice[],
): Promise<void> {
  const { trx } = change;
  const [first] = news;
  if (!first) return;
  const admins = await findAdmins(trx, first.row.organization);
  const viewers = await loadViewers(trx, [...news.flatMap(concerned), ...admins]);
  const isReached = (user: string) => viewers.has(user);
  const all = news.flatMap((each) =>
    [...new Set(peopleOf(each, isReached, admins))].map((user) => ({ ...each, user })),
  );
  await write(
    change,
    all.map(({ type, row, user }) => ({ type, row, user, from: null, comment: '' })),
    viewers,
  );
}

/** Tells these people what somebody wrote about a due day; not whoever wrote it. */
export async function notifyPeople(
  change: Change,
  told: Pick<Written, 'type' | 'row' | 'comment'> & { readonly from: string },
  people: readonly string[],
): Promise<void> {
  const users = [...new Set(people)].filter((user) => user !== told.from);
  const viewers = await loadViewers(change.trx, users);
  await write(
    change,
    users.map((user) => ({ ...told, user })),
    viewers,
  );
}

interface Written {
  readonly type: CalendarNoticeType;
  readonly row: ListedOccurrence;
  readonly user: string;
  readonly from: string | null;
  readonly comment: string;
}

/** Those whose account is disabled are not among the viewers, and told nothing. */
async function write(
  change: Change,
  all: readonly Written[],
  viewers: ReadonlyMap<string, KnownViewer>,
): Promise<void> {
  const { trx, at } = change;
  if (all.length === 0) return;
  const choiceOf = await loadChoices(trx, [...viewers.keys()]);
  const rows = all.flatMap(({ user, ...rest }) => {
    const to = viewers.get(user);
    return to ? [{ ...rest, id: newId(), to, choice: choiceOf(user, rest.type) }] : [];
  });
  await insertNotifications(
    trx,
    rows.map(({ id, type, row, to, choice, from, comment }) => ({
      ...{ id, organization: row.organization, user_id: to.user, type, state: STATE_NONE },
      ...{ record_id: null, version_id: null, from_user: from, occurrence_id: row.id },
      ...{ comment, due_on: row.due_on, notify_at: at, created_at: at },
      dismissed_at: choice === 'none' ? at : null,
      mailed_at: null,
    })),
  );
  await deliver(
    change,
    rows.map(({ id, type, to, choice }): DueNotification => ({ notification: id, type, to, choice })),
  );
}
