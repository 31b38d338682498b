import type { Moment, Uuid } from './columns.ts';

/* What all processes count and know together. */

/** Points by key, as rate-limiter-flexible keeps them. */
export interface RateCountsTable {
  key: string;
  points: number;
  /** Milliseconds since 1970; null for never. */
  expire: number | null;
}

/** A code by which the first organization is made, until there is one. */
export interface FirstRunCodesTable {
  hash: string;
  /** The process whose console says it. */
  process: Uuid;
  expires_at: Moment;
}
