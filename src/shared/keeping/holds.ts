import type { Day } from '../platform/days.ts';

/* Legal holds: what lies under one is not deleted, whatever its retention says (docs/domain/retention.md). */

export const HOLD_STATUS = ['active', 'expired', 'released'] as const;
export type HoldStatus = (typeof HOLD_STATUS)[number];

/** A hold runs through its last day, and until somebody releases it. The SQL twin: server/domains/keeping/holds.queries.ts, `running`. */
export const holdStatus = (hold: { until: Day | null; released: boolean }, today: Day): HoldStatus => {
  if (hold.released) return 'released';
  return hold.until !== null && hold.until < today ? 'expired' : 'active';
};

export const HOLD_LIMITS = {
  name: { min: 3, max: 80 },
  reason: { min: 5, max: 1000 },
  reference: 80,
  /** Chosen at once; a hold holds any number. */
  items: 200,
} as const;
