/** What the simulation can take out, to prove that it would notice. */
export interface Safeguards {
  readonly recheck: boolean;
  readonly fsync: boolean;
  readonly cas: boolean;
  readonly idempotency: boolean;
}

export const ALL_SAFEGUARDS: Safeguards = { recheck: true, fsync: true, cas: true, idempotency: true };
