import { addDays, addMonths, type Day, weekday } from '#shared/platform/days.ts';

export const mondayOf = (day: Day): Day => addDays(day, -((weekday(day) + 6) % 7));
export const firstOf = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** The complete weeks that contain a day's month. */
export function weeksOf(day: Day): { from: Day; to: Day } {
  const from = mondayOf(firstOf(day));
  return { from, to: addDays(mondayOf(addDays(addMonths(firstOf(day), 1), -1)), 6) };
}
