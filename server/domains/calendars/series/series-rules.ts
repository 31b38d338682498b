import { SERIES_TITLE_MAX } from '#shared/platform/limits.ts';
import type { Change } from '../../../platform/db/change.ts';
import { newId } from '../../../platform/ids.ts';
import {
  deleteObligation,
  insertObligation,
  type KnownCalendar,
  type ObligationRow,
  updateObligation,
} from '../calendars.queries.ts';
import { audited, difference } from '../obligations/obligation-rules.ts';
import { madeFrom, makeOccurrences, remakeOccurrences, todayIn } from '../occurrences/make-occurrences.ts';
import { findHistories } from '../occurrences/occurrences.queries.ts';
import type { ListedParty } from './series.queries.ts';

/** The longest title of an obligation. */
const TITLE_MAX = 120;

/** How much of the end of a name is kept where it is cut: names of one group of companies differ there. */
const END = 20;

/** `F30-1 · Excavaciones Maipo Ltda.`; a name that is too long is cut in its middle. */
export function titleOf(series: string, name: string): string {
  const room = TITLE_MAX - SERIES_TITLE_MAX - 3;
  const shown = name.length > room ? `${name.slice(0, room - 1 - END).trimEnd()}…${name.slice(-END)}` : name;
  return `${series} · ${shown}`;
}

type Asked = Omit<
  ObligationRow,
  | 'id'
  | 'title'
  | 'group_id'
  | 'folder_id'
  | 'party'
  | 'away'
  | 'made_from'
  | 'made_to'
  | 'version'
  | 'created_at'
  | 'updated_at'
>;

/**
 * Makes the obligation of one party of a list, with its due days. The calendar's row must be locked.
 * @param asked what it has in common with the others of its series
 * @param from the first day on which it may be due; by its own first day where absent
 */
export async function makeOne(
  change: Change,
  calendar: KnownCalendar,
  series: { readonly title: string; readonly group_id: string },
  asked: Asked,
  party: ListedParty,
  from: string = madeFrom(asked.starts_on),
): Promise<void> {
  const row = await insertObligation(change.trx, {
    ...asked,
    id: newId(),
    title: titleOf(series.title, party.name),
    ...{ group_id: series.group_id, folder_id: party.folder_id, party: party.id },
    ...{ made_from: from, made_to: null, version: 1, created_at: change.at, updated_at: change.at },
  });
  change.audit({
    action: 'obligation.create',
    targetType: 'obligation',
    targetId: row.id,
    after: audited(row),
  });
  await makeOccurrences(change, calendar, row);
}

/** Whether something was due of it, or somebody did something about it. */
export async function hasHistory(
  change: Change,
  calendar: KnownCalendar,
  { id }: ObligationRow,
): Promise<boolean> {
  const histories = await findHistories(change.trx, calendar.id, todayIn(calendar, change.at));
  return histories.some(({ obligation }) => obligation === id);
}

/** Deletes one of which nothing was due. */
export async function remove(change: Change, row: ObligationRow): Promise<void> {
  await deleteObligation(change.trx, row.id);
  change.audit({
    action: 'obligation.delete',
    targetType: 'obligation',
    targetId: row.id,
    before: audited(row),
  });
}

/** Changes one, and writes that into the trail. */
export async function write(
  change: Change,
  before: ObligationRow,
  set: Partial<Pick<ObligationRow, 'title' | 'ends_on' | 'kept_end' | 'away'>>,
): Promise<ObligationRow> {
  const row = await updateObligation(change.trx, before.id, {
    ...set,
    version: before.version + 1,
    updated_at: change.at,
  });
  change.audit({
    action: 'obligation.update',
    targetType: 'obligation',
    targetId: row.id,
    ...difference(before, row),
  });
  return row;
}

/**
 * Ends one today, or with what it ended with before: what was due stays due. One that has not begun is deleted.
 * @param away whether its party no longer works here, and may come back
 */
export async function endOne(
  change: Change,
  calendar: KnownCalendar,
  row: ObligationRow,
  away = false,
): Promise<void> {
  const today = todayIn(calendar, change.at);
  if (row.starts_on > today && !(await hasHistory(change, calendar, row))) return remove(change, row);
  if (row.ends_on !== null && row.ends_on <= today) return;
  const last = today > row.starts_on ? today : row.starts_on;
  const kept = away ? { kept_end: row.ends_on, away } : {};
  await remakeOccurrences(change, calendar, await write(change, row, { ends_on: last, ...kept }));
}
