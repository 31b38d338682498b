import { type Day, isDay, PLANNED_DAYS } from '#shared/platform/days.ts';

/** A day as a spreadsheet has it: `2026-01-31`, `31-01-2026`, `31/01/2026`, `31.1.2026`. Null for anything else. */
export function readDay(text: string, range = PLANNED_DAYS): Day | null {
  const parts = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text);
  const [, day = '', month = '', year = ''] = parts ?? [];
  const written = parts ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  return isDay(written, range) ? written : null;
}
