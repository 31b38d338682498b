import { addDays, addMonths, type Day, weekday } from '#shared/platform/days.ts';

export const mondayOf = (day: Day): Day => addDays(day, -((weekday(day) + 6) % 7));
export const firstOf = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** The whole weeks in which the month of a day lies. */
export function weeksOf(day: Day): { from: Day; to: Day } {
  const from = mondayOf(firstOf(day));
  return { from, to: addDays(mondayOf(addDays(addMonths(firstOf(day), 1), -1)), 6) };
}
