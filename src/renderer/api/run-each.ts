import { ApiError, isOutage } from './errors.ts';

/** What became of several things for each of which a call was made. */
export interface Outcome<T> {
  readonly done: readonly T[];
  /** The server refused them; the others went on. */
  readonly refused: readonly { readonly item: T; readonly error: unknown }[];
  /** Not done, because it was stopped or nobody answered any more. */
  readonly left: readonly T[];
}

interface Options {
  /** Called after each item with how many are over, refused ones too. */
  readonly tell?: (over: number) => void;
  readonly signal?: AbortSignal;
  /** Waits so many seconds; only tests replace it. */
  readonly wait?: (seconds: number) => Promise<void>;
}

const sleep = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * Does something to one item after the other, as a person would, only quicker: a refusal concerns its item alone. Where the
 * server wants a pause it is made; where it does not answer, the rest is left.
 */
export async function runEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  { tell, signal, wait = sleep }: Options = {},
): Promise<Outcome<T>> {
  const done: T[] = [];
  const refused: { item: T; error: unknown }[] = [];
  for (const [at, item] of items.entries()) {
    if (signal?.aborted) return { done, refused, left: items.slice(at) };
    try {
      await afterPauses(() => work(item), wait, signal);
      done.push(item);
    } catch (error) {
      if (signal?.aborted || isOutage(error)) return { done, refused, left: items.slice(at) };
      refused.push({ item, error });
    }
    tell?.(at + 1);
  }
  return { done, refused, left: [] };
}

async function afterPauses(
  work: () => Promise<unknown>,
  wait: (seconds: number) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      const pause = error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 1) : undefined;
      if (pause === undefined) throw error;
      await wait(pause);
      if (signal?.aborted) throw error;
    }
  }
}
