import { AsyncLocalStorage } from 'node:async_hooks';

/** The claim of one request on an Idempotency-Key: written in the transaction of the request's first change. */
export interface IdempotencyClaim {
  readonly user: string;
  readonly endpoint: string;
  readonly key: string;
  readonly bodyHash: string;
  readonly status: number;
  /** The call's answer for this value, or null where the value is not the answer yet. */
  encode(value: unknown): string | null;
  /** The stored answer. */
  stored: string | null;
  claimed: boolean;
}

interface RequestScope {
  readonly requestId: string;
  /** Aborted when the client disconnects before the answer. Its reason is one of `isReaderGone`. */
  readonly gone: AbortSignal;
  idempotency: IdempotencyClaim | null;
}

const scope = new AsyncLocalStorage<RequestScope>();

/** Runs one request inside its scope. */
export const inRequest = <T>(value: RequestScope, work: () => Promise<T>): Promise<T> =>
  scope.run(value, work);

/** Aborted when the client of the current request disconnects; undefined outside of a request. */
export const currentGone = (): AbortSignal | undefined => scope.getStore()?.gone;

/** The claim that the current request still has to write, or undefined. */
export const pendingClaim = (): IdempotencyClaim | null => {
  const claim = scope.getStore()?.idempotency ?? null;
  return claim && !claim.claimed ? claim : null;
};
