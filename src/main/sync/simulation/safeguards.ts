/** What the simulation can switch off, to prove that it would notice. */
export interface Safeguards {
  readonly recheck: boolean;
  readonly fsync: boolean;
  readonly cas: boolean;
  readonly idempotency: boolean;
  /** A folder is removed only where nothing is left in it, of any name. */
  readonly removal: boolean;
  /** A replaced file is kept while a program may write into it. */
  readonly kept: boolean;
}

export const ALL_SAFEGUARDS: Safeguards = {
  recheck: true,
  fsync: true,
  cas: true,
  idempotency: true,
  removal: true,
  kept: true,
};
