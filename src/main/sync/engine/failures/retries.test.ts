import { expect, test } from 'vitest';
import { Retries } from './retries.ts';

test('pauses double from a second to an hour, and begin anew with what changed', () => {
  const retries = new Retries<string>();
  const pauses: number[] = [];
  for (let tries = 0; tries < 15; tries += 1) {
    retries.failed('acta', 'v1', 'acta', 0);
    pauses.push(retries.nextAt ?? 0);
  }
  expect(pauses.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
  expect(pauses.at(-1)).toBe(3_600_000);
  expect(retries.isWaiting('acta', 'v1', 3_599_999)).toBe(true);
  expect(retries.isWaiting('acta', 'v1', 3_600_000)).toBe(false);
  expect(retries.isWaiting('acta', 'v2', 0)).toBe(false);
  retries.failed('acta', 'v2', 'acta', 0);
  expect(retries.nextAt).toBe(1000);
});

test('what its person or a change asks for is due at once, and keeps its pauses', () => {
  const retries = new Retries<string>();
  for (const _ of [1, 2, 3]) retries.failed('acta', 'v1', 'acta', 0);
  retries.hurry((value) => value === 'acta');
  expect(retries.isWaiting('acta', 'v1', 0)).toBe(false);
  retries.failed('acta', 'v1', 'acta', 0);
  expect(retries.nextAt).toBe(8000);
});

test('a change is an echo within a second of the try that may have made it', () => {
  const retries = new Retries<string>();
  for (const now of [0, 10_000, 20_000]) retries.failed('acta', 'v1', 'acta', now);
  retries.changed((value) => value === 'acta', 20_999);
  expect(retries.nextAt).toBe(24_000);
  retries.changed((value) => value === 'otra', 21_000);
  expect(retries.nextAt).toBe(24_000);
  retries.changed((value) => value === 'acta', 21_000);
  expect(retries.isWaiting('acta', 'v1', 21_000)).toBe(false);
});

test('a clock that was set back makes no change an echo', () => {
  const retries = new Retries<string>();
  retries.failed('acta', 'v1', 'acta', 86_400_000);
  retries.changed(() => true, 0);
  expect(retries.isWaiting('acta', 'v1', 0)).toBe(false);
});
