import { AsyncLocalStorage } from 'node:async_hooks';

/** The claim of one request on an Idempotency-Key: written in the transaction of the request's first change. */
export interface IdempotencyClaim {
  readonly user: string;
  readonly endpoint: string;
  readonly key: string;
  readonly bodyHash: string;
  readonly status: number;
  /** What the call would answer for this value, or null where the value is not yet the answer. */
  encode(value: unknown): string | null;
  /** What was written, once it was. */
  stored: string | null;
  claimed: boolean;
}

interface RequestScope {
  readonly requestId: string;
  /** Whoever asked went away before the answer. Its reason is one of `isReaderGone`. */
  readonly gone: AbortSignal;
  idempotency: IdempotencyClaim | null;
}

const scope = new AsyncLocalStorage<RequestScope>();

/** Runs one request inside its scope. */
export const inRequest = <T>(value: RequestScope, work: () => Promise<T>): Promise<T> =>
  scope.run(value, work);

/** Tells of the current request that its asker went away; nothing where no request is served. */
export const currentGone = (): AbortSignal | undefined => scope.getStore()?.gone;

/** The claim that the current request still has to write, if any. */
export const pendingClaim = (): IdempotencyClaim | null => {
  const claim = scope.getStore()?.idempotency ?? null;
  return claim && !claim.claimed ? claim : null;
};
