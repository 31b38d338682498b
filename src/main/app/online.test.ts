import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchOnline } from './online.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a network that comes back is told once, within two seconds', () => {
  const system = { online: true };
  let back = 0;
  watchOnline(
    () => system.online,
    () => {
      back += 1;
    },
  );
  vi.advanceTimersByTime(60_000);
  expect(back).toBe(0);
  system.online = false;
  vi.advanceTimersByTime(60_000);
  expect(back).toBe(0);
  system.online = true;
  vi.advanceTimersByTime(2_000);
  expect(back).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(back).toBe(1);
});
