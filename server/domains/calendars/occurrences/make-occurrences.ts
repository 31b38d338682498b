import { MONTHS_AHEAD, OCCURRENCES_MAX } from '#shared/calendars/recurrence.ts';
import { duesBetween, type Schedule } from '#shared/calendars/schedule.ts';
import { nextStageOn, stageOn } from '#shared/calendars/status.ts';
import { addDays, addMonths, type Day, dayIn } from '#shared/platform/days.ts';
import type { Change } from '../../../platform/db/change.ts';
import { newId } from '../../../platform/ids.ts';
import {
  type CalendarRow,
  type KnownCalendar,
  type ObligationRow,
  updateObligation,
} from '../calendars.queries.ts';
import { insertOccurrences, withdrawUntouched } from './occurrences.queries.ts';

export const scheduleOf = (row: ObligationRow): Schedule => ({
  recurrence: row.recurrence,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  dayKind: row.day_kind,
  nonWorkingPolicy: row.non_working,
  termDays: row.term_days,
});

export const horizonOf = (today: Day): Day => addMonths(today, MONTHS_AHEAD);
export const todayIn = ({ timezone }: Pick<CalendarRow, 'timezone'>, at: Date): Day => dayIn(timezone, at);

/** How many days a due day that was moved back may lie before what the recurrence gives. */
const MOVED_BACK_DAYS = 10;
export const madeFrom = (startsOn: Day): Day => addDays(startsOn, -MOVED_BACK_DAYS);

/**
 * The first day on which there is something to tell of a due day. Of those that were over when they were made, the newest is
 * told of, and speaks for the others: an obligation of years ago would else bring a notice for each month.
 */
function tellOn(
  dueOn: Day,
  leadDays: readonly number[],
  today: Day,
  newestOver: Day | undefined,
): Day | null {
  if (dueOn < today) return dueOn === newestOver ? today : null;
  return stageOn(dueOn, leadDays, today) === null ? nextStageOn(dueOn, leadDays, today) : today;
}

const duesOf = (calendar: KnownCalendar, row: ObligationRow, horizon: Day) =>
  duesBetween(scheduleOf(row), row.made_from, horizon, calendar.free).slice(0, OCCURRENCES_MAX);

/**
 * Makes the due days of an obligation as far ahead as they must reach (docs/domain/calendars.md). Existing ones stay:
 * nothing is made twice when it runs again, in two processes, or after the clock went back. The obligation's row must
 * be locked.
 * @returns how many were made
 */
export async function makeOccurrences(
  { trx, at }: Pick<Change, 'trx' | 'at'>,
  calendar: KnownCalendar,
  row: ObligationRow,
): Promise<number> {
  const today = todayIn(calendar, at);
  const horizon = horizonOf(today);
  const dues = duesOf(calendar, row, horizon);
  const newestOver = dues.findLast(({ dueOn }) => dueOn < today)?.dueOn;
  const made = await insertOccurrences(
    trx,
    dues.map(({ period, dueOn }) => ({
      id: newId(),
      organization: row.organization,
      calendar_id: calendar.id,
      obligation_id: row.id,
      period,
      due_on: dueOn,
      decision: 'open' as const,
      completed_by: null,
      completed_on: null,
      decided_by: null,
      decided_at: null,
      note: '',
      touched: false,
      min_count: row.min_count,
      accepted_states: row.accepted_states,
      tell_on: tellOn(dueOn, row.lead_days, today, newestOver),
      rev: 0,
      created_at: at,
    })),
  );
  if (row.made_to === null || row.made_to < horizon)
    await updateObligation(trx, row.id, { made_to: horizon });
  return made;
}

/** Makes the future due days of an obligation again. Those that somebody touched stay, and so do those that are right. */
export async function remakeOccurrences(
  change: Pick<Change, 'trx' | 'at'>,
  calendar: KnownCalendar,
  row: ObligationRow,
): Promise<void> {
  const today = todayIn(calendar, change.at);
  const first = madeFrom(row.starts_on);
  const made_from = first > today ? first : addDays(today, 1);
  const renewed = await updateObligation(change.trx, row.id, { made_from });
  const dues = duesOf(calendar, renewed, horizonOf(today));
  await withdrawUntouched(change.trx, row.id, today, dues, change.at);
  await makeOccurrences(change, calendar, renewed);
}
