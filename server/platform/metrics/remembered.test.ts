import { expect, it } from 'vitest';
import { remembered } from './remembered.ts';

it('asks once for all who ask at the same time, and again when the answer is old', async () => {
  let asked = 0;
  let now = 0;
  const read = remembered(
    async () => ++asked,
    { keptMs: 1000, patienceMs: 60_000 },
    () => now,
  );
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  now = 999;
  expect(await read()).toBe(1);
  now = 1000;
  expect(await read()).toBe(2);
});

it('tells nothing where the source fails, and asks it again', async () => {
  let fails = true;
  const read = remembered(
    async () => {
      if (fails) throw new Error('gone');
      return 'there';
    },
    { keptMs: 1000, patienceMs: 60_000 },
  );
  expect(await read()).toBeUndefined();
  fails = false;
  expect(await read()).toBe('there');
});

it('does not wait for a source that says nothing', async () => {
  const read = remembered(() => new Promise<string>(() => undefined), { keptMs: 1000, patienceMs: 1 });
  expect(await read()).toBeUndefined();
});
