import { changeSince, totalsOf } from '#shared/calendars/report.ts';
import { addDays, type Day } from '#shared/platform/days.ts';
import type { Report } from '#shared/report/report.schemas.ts';
import type { ReportedDueDays } from './report-due-days.ts';

/** The last day of the month before: the day with which a report is compared. */
export const dayBefore = (asOf: Day): Day => addDays(`${asOf.slice(0, 7)}-01`, -1);

/**
 * Compares a report with the same one of an earlier day, as that day's report has it.
 * @returns the due days with what became of them, and the numbers
 */
export function compare(
  now: readonly ReportedDueDays[],
  then: readonly ReportedDueDays[],
  day: Day,
): { dueDays: ReportedDueDays[]; since: NonNullable<Report['since']> } {
  const before = then.flatMap((each) => each.dueDays);
  const byId = new Map(before.map((each) => [each.id, each]));
  const dueDays = now.map((each) => ({
    ...each,
    dueDays: each.dueDays.map((due) => ({ ...due, change: changeSince(byId.get(due.id), due) ?? undefined })),
  }));
  const changes = dueDays.flatMap((each) => each.dueDays.map(({ change }) => change));
  const count = (of: 'caughtUp' | 'overdue') => changes.filter((change) => change === of).length;
  const since = { day, met: totalsOf(before).met, caughtUp: count('caughtUp'), overdue: count('overdue') };
  return { dueDays, since };
}
