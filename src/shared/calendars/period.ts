import { MONTH_NAMES } from '../platform/texts/month-names.ts';

// The first screen says periods: what `platform/days.ts` has beside these lines would be loaded with it.

/** The Monday of an ISO week. January 4 lies in the first one of its year. */
function mondayOf(year: string, week: number): string {
  const fourth = new Date(`${year}-01-04T00:00Z`);
  fourth.setUTCDate(4 + 7 * (week - 1) - ((fourth.getUTCDay() + 6) % 7));
  return fourth.toISOString().slice(0, 10);
}

/**
 * The period of a due day or of a rule as people say it: `septiembre 2026`, `semana del 7 sep 2026`, `7 sep 2026`, `T4 2026`,
 * `2026`. What is no period stays as it is.
 */
export function periodWords(period: string): string {
  const [year = '', part = '', day] = period.split('-');
  if (/^\d{4}-W\d\d$/.test(period)) return `semana del ${periodWords(mondayOf(year, Number(part.slice(1))))}`;
  if (part[0] === 'T') return `${part} ${year}`;
  const month = MONTH_NAMES[Number(part) - 1];
  if (!month) return period;
  return day ? `${Number(day)} ${month.slice(0, 3)} ${year}` : `${month} ${year}`;
}
