import { useEffect, useState } from 'react';

/** How many rows more one press of End goes on for. */
const AT_ONCE = 2000;

/** A list whose rows are loaded as they come into view. */
interface Growing {
  /** Number of rows loaded so far. */
  readonly count: number;
  /** Whether there are more. */
  readonly hasMore: boolean;
  /** Brings the last loaded row into view and focuses it. With that the rows after it are loaded. */
  readonly toLast: () => void;
}

/**
 * Goes on to the end of a list of which only the beginning is loaded: from the last loaded row to the next one that is
 * loaded for it, until there are no more. Any key, the wheel and any press of the pointer stop it.
 * @returns begins it
 */
export function useGoingToEnd({ count, hasMore, toLast }: Growing) {
  const [until, setUntil] = useState<number>();
  const isGoing = until !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on when rows have come
  useEffect(() => {
    if (until === undefined) return;
    toLast();
    if (!hasMore || count >= until) setUntil(undefined);
  }, [until, count, hasMore]);
  useEffect(() => {
    if (!isGoing) return undefined;
    const stop = (): void => setUntil(undefined);
    // Before the list hears of it: End begins again.
    const events = ['keydown', 'pointerdown', 'wheel'] as const;
    for (const each of events) document.addEventListener(each, stop, { capture: true, passive: true });
    return () => {
      for (const each of events) document.removeEventListener(each, stop, { capture: true });
    };
  }, [isGoing]);
  return (): void => {
    if (hasMore) setUntil(count + AT_ONCE);
  };
}
