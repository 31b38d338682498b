import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { createCallLimits } from './calls.ts';

/** Limits as one process has them by itself. */
const limits = (callsPerMinute: number, strangerCallsPerMinute = 3) =>
  createCallLimits({
    config: { callsPerMinute, strangerCallsPerMinute } as Deps['config'],
    engine: 'pglite',
    now: () => new Date(),
    db: undefined as never,
  });

/** What a call is refused with; null where it is not. */
const refusal = (call: Promise<void>) =>
  call.then(
    () => null,
    (error: unknown) =>
      error instanceof ApiError ? `${error.code} ${error.retryAfter} ${error.message}` : String(error),
  );
const TOO_MANY = 'rate_limited 60 Son demasiadas llamadas en poco tiempo. Espera un momento.';

describe('calls in a minute', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [7, 7],
    [100, 100],
    [200, 200],
    // A count is of whole lots of a hundred.
    [250, 200],
  ])('of a person, where %i are allowed, are %i', async (allowed, answered) => {
    const { person } = limits(allowed);
    for (let calls = 0; calls < answered; calls += 1) await person('ana');
    expect(await refusal(person('ana'))).toBe(TOO_MANY);
    expect(await refusal(person('eva'))).toBeNull();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await refusal(person('ana'))).toBeNull();
  });

  it('of strangers are counted by address, a network of IPv6 as one', async () => {
    const { stranger } = limits(100);
    for (const host of ['1', '2', '3']) await stranger(`2001:db8:0:1::${host}`);
    expect(await refusal(stranger('2001:db8:0:1::4'))).toBe(TOO_MANY);
    for (let calls = 0; calls < 3; calls += 1) await stranger('203.0.113.7');
    expect(await refusal(stranger('203.0.113.7'))).toBe(TOO_MANY);
    expect(await refusal(stranger('203.0.113.8'))).toBeNull();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await refusal(stranger('203.0.113.7'))).toBeNull();
  });

  it('of the server’s own machine are not counted', async () => {
    const { stranger } = limits(100);
    for (const address of ['', '127.0.0.1', '::1', '::ffff:127.0.0.1'])
      for (let calls = 0; calls < 5; calls += 1) expect(await refusal(stranger(address))).toBeNull();
    for (let calls = 0; calls < 3; calls += 1) await stranger('::ffff:203.0.113.9');
    expect(await refusal(stranger('::ffff:203.0.113.9'))).toBe(TOO_MANY);
  });

  it('of a person and of strangers are told apart', async () => {
    const { person, stranger } = limits(3);
    for (let calls = 0; calls < 3; calls += 1) await person('203.0.113.7');
    expect(await refusal(stranger('203.0.113.7'))).toBeNull();
  });
});
