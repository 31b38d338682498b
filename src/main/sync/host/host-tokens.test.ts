import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HostTokens } from './host-tokens.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const identity = (idToken: string) => ({
  idToken,
  expiresAt: new Date(Date.now() + HOUR).toISOString(),
});

test.each([
  ['back', -3 * DAY],
  ['forward', 3 * DAY],
])('with the date set %s by three days, a token ends when it ends', async (_way, jump) => {
  let asked = 0;
  const tokens: HostTokens = new HostTokens(() => {
    asked += 1;
    tokens.give(identity(`renewed ${asked}`));
  });
  tokens.give(identity('first'));
  vi.setSystemTime(Date.now() + jump);
  // Forward it looks as if it had ended, and is renewed once.
  const renewed = jump > 0 ? 1 : 0;
  for (let times = 0; times < 5; times += 1) await tokens.token(false);
  expect(asked).toBe(renewed);
  vi.advanceTimersByTime(HOUR - 30_000);
  expect(await tokens.token(false)).toBe(`renewed ${renewed + 1}`);
});

test('while the main process has none it is asked again, also after somebody waited in vain', async () => {
  let asked = 0;
  const tokens = new HostTokens(() => {
    asked += 1;
  });
  const first = expect(tokens.token(false)).rejects.toMatchObject({ code: 'unauthenticated' });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked).toBeGreaterThan(5);
  await vi.advanceTimersByTimeAsync(60_000);
  await first;
  const before = asked;
  const second = tokens.token(false);
  expect(asked).toBe(before + 1);
  tokens.give(identity('there again'));
  expect(await second).toBe('there again');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(before + 1);
});
