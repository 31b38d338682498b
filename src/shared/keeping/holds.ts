import type { Day } from '../platform/days.ts';

/* Legal holds: what lies under one is not deleted, even when its retention period is over (docs/domain/retention.md). */

export const HOLD_STATUS = ['active', 'expired', 'released'] as const;
export type HoldStatus = (typeof HOLD_STATUS)[number];

/**
 * A hold runs through its last day, and until somebody releases it. The same rule in SQL: `running` in
 * server/domains/keeping/holds.queries.ts.
 */
export const holdStatus = (hold: { until: Day | null; released: boolean }, today: Day): HoldStatus => {
  if (hold.released) return 'released';
  return hold.until !== null && hold.until < today ? 'expired' : 'active';
};

export const HOLD_LIMITS = {
  name: { min: 3, max: 80 },
  reason: { min: 5, max: 1000 },
  reference: 80,
  /** Maximum in one call; a hold may have any number. */
  items: 200,
} as const;
