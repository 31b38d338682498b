import { useMemo, useState } from 'react';
import { withNeeded, withoutNeeding } from '#shared/starting/starter-set.ts';
import type { StarterItem } from '#shared/starting/starting.schemas.ts';

/**
 * What is chosen of a set: at first all that can be made. What was left out is remembered, not what was chosen: if
 * somebody else makes a part meanwhile, the rest stays chosen.
 */
export function useChoice(items: readonly StarterItem[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(
    () => new Set(items.flatMap(({ key, state }) => (state === 'new' && !left.has(key) ? key : []))),
    [items, left],
  );
  /** Chooses these with what they need, or leaves them out with what needs them. */
  const set = (keys: readonly string[], on: boolean): void => {
    if (on) {
      const needed = withNeeded(items, keys);
      setLeft(new Set([...left].filter((key) => !needed.has(key))));
      return;
    }
    const kept = withoutNeeding(items, chosen, keys);
    setLeft(new Set([...left, ...[...chosen].filter((key) => !kept.has(key))]));
  };
  /** Whether there will be such a thing: it is chosen, or was there before. */
  const willBe = (key: string): boolean =>
    chosen.has(key) || items.some((item) => item.key === key && item.state !== 'new');
  return { chosen, set, willBe, changed: left.size > 0 };
}
export type Choice = ReturnType<typeof useChoice>;
