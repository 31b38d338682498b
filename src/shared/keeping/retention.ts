import { addMonths, type Day } from '../platform/days.ts';

/* How long a document type keeps its documents, counted from which event (docs/domain/retention.md, decision 0025). */

export const RETENTIONS = ['none', 'period', 'forever'] as const;
export type Retention = (typeof RETENTIONS)[number];

/**
 * The events that a period can be counted from. Creation is the document's own day, or the day on which it was uploaded
 * where that is later.
 */
export const RETENTION_EVENTS = ['creation', 'issue', 'publication', 'expiry', 'obsolescence'] as const;
export type RetentionEvent = (typeof RETENTION_EVENTS)[number];

export const RETENTION_LIMITS = {
  months: 1200,
  basis: 200,
  /** The longest prolongation of a period that is over. */
  years: 100,
  reason: { min: 5, max: 1000 },
} as const;

export interface RetentionSchedule {
  readonly retention: Retention;
  /** The length of a period; null where there is none. */
  readonly months: number | null;
  readonly from: RetentionEvent;
}

/** The day of each event for one face of a document; null while it has not come. */
export type RetentionFacts = Readonly<Record<RetentionEvent, Day | null>>;

/** Kept, and no period runs yet: the event that it is counted from has not come. */
export const AWAITED = 'awaited';
export const FOREVER = 'forever';

/**
 * The first day on which a document is not kept any more, or why there is none. These values compare as texts: a day is
 * less than `awaited`, which is less than `forever`.
 */
export type RetainedUntil = Day | typeof AWAITED | typeof FOREVER;

/**
 * Until when a schedule keeps a document; null where it keeps none. The same rule in SQL:
 * server/domains/keeping/bin-rules.queries.ts. Where the last month lacks the day, the period ends on its last day.
 */
export function retainedUntil(
  { retention, months, from }: RetentionSchedule,
  facts: RetentionFacts,
): RetainedUntil | null {
  if (retention === 'none') return null;
  if (retention === 'forever') return FOREVER;
  const began = facts[from];
  return began === null ? AWAITED : addMonths(began, months ?? 0);
}

/** What keeps a document longest: each face by its type, and an admin's decision. */
export const longest = (untils: readonly (RetainedUntil | null)[]): RetainedUntil | null =>
  untils.reduce((most, each) => (each !== null && (most === null || each > most) ? each : most), null);

export const isKept = (until: RetainedUntil | null, today: Day): until is RetainedUntil =>
  until !== null && until > today;
