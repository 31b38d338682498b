import { addDays, type Day, dayIn } from '#shared/domain/days.ts';

const HOUR_MS = 3_600_000;

/** The first moment of a day where an organization is; where clocks skip midnight, the first that there is. */
export function startOfDay(day: Day, timeZone: string): Date {
  // No zone is further than a day from UTC: half-hour steps find the first moment that is of the day.
  const start = new Date(`${addDays(day, -1)}T00:00:00Z`).getTime();
  for (let at = start; ; at += HOUR_MS / 4) {
    if (dayIn(timeZone, new Date(at)) === day) return new Date(at);
  }
}
