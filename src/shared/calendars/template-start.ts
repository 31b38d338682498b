import { addDays, type Day, type Holidays } from '../platform/days.ts';
import { duesBetween } from './schedule.ts';
import type { ObligationTemplate } from './templates.ts';

/** Within these days what has begun is moved to a working day. */
const MOVED_DAYS = 14;

/** When an obligation of a template falls due that begins on a day. */
const scheduleFrom = (template: ObligationTemplate, startsOn: Day) =>
  ({ ...template, startsOn, endsOn: null, dayKind: 'corridos' }) as const;

/**
 * The first day of an obligation that is made of a template: today, or a later one where something would be due on the day on
 * which it is made, or before it. Nobody wants to be late with what they have just begun to keep.
 * @param dueToday whether that is wished
 */
export function startOfTemplate(
  template: ObligationTemplate,
  today: Day,
  holidays: Holidays,
  dueToday: boolean,
): Day {
  if (dueToday) return today;
  let start = today;
  const isLate = (): boolean =>
    duesBetween(scheduleFrom(template, start), addDays(today, -MOVED_DAYS), today, holidays).length > 0;
  while (isLate()) start = addDays(start, 1);
  return start;
}

/** The first day on which it is due then; undefined where it is never. */
export const firstDueOf = (template: ObligationTemplate, start: Day, holidays: Holidays): Day | undefined =>
  duesBetween(scheduleFrom(template, start), addDays(start, -MOVED_DAYS), addDays(start, 400), holidays)[0]
    ?.dueOn;
