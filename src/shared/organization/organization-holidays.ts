import type { Holidays } from '../platform/days.ts';
import { CHILE } from './holidays.ts';
import type { ChosenSettings } from './settings.ts';

/**
 * The days on which an organization does not work: Chile's holidays, with those that it added and without those that it
 * removed.
 */
export function organizationHolidays(chosen: ChosenSettings['holidays'] | null | undefined): Holidays {
  if (!chosen || chosen.added.length + chosen.removed.length === 0) return CHILE;
  const added = new Set(chosen.added.map(({ day }) => day));
  const removed = new Set(chosen.removed);
  return { has: (day) => added.has(day) || (CHILE.has(day) && !removed.has(day)) };
}
