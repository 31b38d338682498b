import type { CalendarColor } from '#shared/calendars/calendars.schemas.ts';

/** A calendar's colour marks its edge only. It is never the only sign, and never one of the colours of compliance. */
export const COLORS: Readonly<Record<CalendarColor, string>> = {
  petrol: 'var(--accent)',
  blue: 'var(--state-approved-fg)',
  green: 'var(--state-published-fg)',
  amber: 'var(--state-pending-review-fg)',
  red: 'var(--state-rejected-fg)',
  violet: 'var(--state-pending-publication-fg)',
  grey: 'var(--ink-3)',
};
