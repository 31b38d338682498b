/** What the simulation can take out, to prove that it would notice. */
export interface Safeguards {
  readonly recheck: boolean;
  readonly fsync: boolean;
  readonly cas: boolean;
  readonly idempotency: boolean;
  /** A folder is removed only where nothing is left in it, of whatever name. */
  readonly removal: boolean;
  /** A replaced file is kept while somebody may write into it. */
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
