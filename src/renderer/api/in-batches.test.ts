import { expect, test } from 'vitest';
import { ApiError } from './errors.ts';
import { inBatches } from './in-batches.ts';

const items = Array.from({ length: 450 }, (_, at) => ({ record: `r${at}` }));
const good = (some: readonly { record: string }[]) => ({
  results: some.map(({ record }) => ({ record, ok: true })),
});

test('many documents go in as many calls as the server wants', async () => {
  const sizes: number[] = [];
  const done: number[] = [];
  const results = await inBatches(
    items,
    async (some) => {
      sizes.push(some.length);
      return good(some);
    },
    { onProgress: (at) => done.push(at) },
  );
  expect(sizes).toEqual([200, 200, 50]);
  expect(done).toEqual([0, 200, 400]);
  expect(results.map(({ record }) => record)).toEqual(items.map(({ record }) => record));
});

test('where a later call fails, its documents and the rest are told as refused', async () => {
  let calls = 0;
  const results = await inBatches(items, async (some) => {
    calls += 1;
    if (calls === 2) throw new ApiError(503, 'unavailable', 'No disponible.');
    return good(some);
  });
  expect(calls).toBe(2);
  expect(results.filter(({ ok }) => ok)).toHaveLength(200);
  expect(results.filter(({ ok }) => !ok).map(({ record }) => record)).toEqual(
    items.slice(200).map(({ record }) => record),
  );
});

test('where the first call fails, nothing was done', async () => {
  const failure = new ApiError(503, 'unavailable', 'No disponible.');
  await expect(
    inBatches(items, async () => {
      throw failure;
    }),
  ).rejects.toBe(failure);
});

test('it stops between two calls', async () => {
  let calls = 0;
  const results = await inBatches(
    items,
    async (some) => {
      calls += 1;
      return good(some);
    },
    { isStopped: () => calls === 1 },
  );
  expect(results).toHaveLength(200);
});
