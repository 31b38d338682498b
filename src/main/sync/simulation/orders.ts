import type { Failure } from '../engine/failures/failure.ts';
import { executeBatch } from '../engine/work/execute.ts';
import { shuffled } from './random.ts';

/**
 * Runs the operations of a batch in a random order, some alone and some at once. Every batch must allow that
 * (docs/simulation.md, invariant 4).
 */
export function anyOrder(random: (() => number) | undefined): typeof executeBatch {
  if (!random) return executeBatch;
  return async (work, batch, places) => {
    const failures: Failure[] = [];
    const waiting = shuffled(batch, random);
    while (waiting.length > 0) {
      const part = waiting.splice(0, 1 + Math.floor(random() * waiting.length));
      failures.push(...(await executeBatch(work, part, places)));
    }
    return failures;
  };
}
