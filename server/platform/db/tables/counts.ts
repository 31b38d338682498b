import type { Moment, Uuid } from './columns.ts';

/* Counters and codes that all processes share. */

/** Points by key, as rate-limiter-flexible stores them. */
export interface RateCountsTable {
  key: string;
  points: number;
  /** Milliseconds since 1970; null for never. */
  expire: number | null;
}

/** A code with which the first organization is made. There are none once it exists. */
export interface FirstRunCodesTable {
  hash: string;
  /** The process whose console shows it. */
  process: Uuid;
  expires_at: Moment;
}

/** Whose contents wait to be read, because some took long or failed (search/texts). */
export interface TextHoldsTable {
  user_id: Uuid;
  failures: number;
  failed_at: Moment;
  held_until: Moment;
}
