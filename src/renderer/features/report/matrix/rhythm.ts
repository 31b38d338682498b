export const RHYTHMS = [
  'once',
  'daily',
  'weekly',
  'monthly',
  'bimonthly',
  'quarterly',
  'fourmonthly',
  'semestral',
  'yearly',
] as const;
export type Rhythm = (typeof RHYTHMS)[number];

const BY_MONTHS: Readonly<Record<number, Rhythm>> = {
  1: 'monthly',
  2: 'bimonthly',
  3: 'quarterly',
  4: 'fourmonthly',
  6: 'semestral',
  12: 'yearly',
};

/** How often an obligation recurs, in a word; null where its rule has no such word. */
export function rhythmOf(recurrence: string): Rhythm | null {
  const parts = new Map(
    recurrence
      .replace(/^RRULE:/i, '')
      .split(';')
      .map((part) => part.toUpperCase().split('=') as [string, string]),
  );
  const every = Number(parts.get('INTERVAL') ?? 1);
  if (parts.get('COUNT') === '1') return 'once';
  switch (parts.get('FREQ')) {
    case 'DAILY':
      return every === 1 ? 'daily' : null;
    case 'WEEKLY':
      return every === 1 ? 'weekly' : null;
    case 'MONTHLY':
      return BY_MONTHS[every] ?? null;
    case 'YEARLY': {
      const months = parts.get('BYMONTH')?.split(',').length ?? 1;
      return every === 1 ? (BY_MONTHS[12 / months] ?? null) : null;
    }
    default:
      return null;
  }
}
