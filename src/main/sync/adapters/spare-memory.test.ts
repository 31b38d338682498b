import { expect, test } from 'vitest';
import { SpareMemory } from './spare-memory.ts';

const MIB = 1 << 20;

test('what work has left behind is given back once nothing is done any more', async () => {
  const spare = new SpareMemory(50);
  // Kept long enough to grow old, as what a look at many files makes does.
  let garbage: unknown[] | undefined = Array.from({ length: 600_000 }, (_, at) => ({ at, text: `${at}` }));
  const before = process.memoryUsage().heapTotal;
  expect(garbage.length).toBe(600_000);
  garbage = undefined;
  spare.worked();
  await expect.poll(() => before - process.memoryUsage().heapTotal).toBeGreaterThan(20 * MIB);
  spare.close();
});
