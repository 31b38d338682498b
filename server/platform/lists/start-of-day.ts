import { addDays, type Day, dayIn } from '#shared/platform/days.ts';

/**
 * The first moment of a day in a time zone. Where the clocks skipped that moment (midnight of a change of hours, all of
 * 2011-12-30 in Apia), the first moment after it.
 */
export function startOfDay(day: Day, timeZone: string): Date {
  // No zone is further than a day from UTC, so the moment lies between these two. Bisection finds it.
  let before = Date.parse(`${addDays(day, -1)}T00:00:00Z`) - 1;
  let from = Date.parse(`${addDays(day, 1)}T00:00:00Z`);
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dayIn(timeZone, new Date(middle)) < day) before = middle;
    else from = middle;
  }
  return new Date(from);
}
