import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../errors.ts';
import { type Attempts, createAttempts } from './attempts.ts';

const ACCOUNT = { account: 'alguien@legajo.test', address: '203.0.113.7' };

const wrong = async (): Promise<never> => {
  throw new ApiError('bad_credentials');
};
const right = async (): Promise<string> => 'in';

/** Seconds of the refusal, or what came instead. */
async function refusal(attempts: Attempts, who = ACCOUNT): Promise<number | string> {
  try {
    return await attempts.run(who, right);
  } catch (error) {
    return error instanceof ApiError ? (error.retryAfter ?? error.code) : 'other';
  }
}

const failTimes = async (attempts: Attempts, times: number, who = ACCOUNT): Promise<void> => {
  for (let each = 0; each < times; each += 1) await attempts.run(who, wrong).catch(() => undefined);
};

describe('failed tries', () => {
  let attempts: Attempts;
  beforeEach(() => {
    vi.useFakeTimers();
    attempts = createAttempts('test', { perAccount: 3, perAddress: 100 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('close the account for a time that doubles, up to a quarter of an hour', async () => {
    const blocks: (number | string)[] = [];
    for (let round = 0; round < 6; round += 1) {
      await failTimes(attempts, 3);
      const seconds = await refusal(attempts);
      blocks.push(seconds);
      await vi.advanceTimersByTimeAsync(Number(seconds) * 1000 + 1);
    }
    expect(blocks).toEqual([60, 120, 240, 480, 900, 900]);
  });

  it('are forgotten after a minute', async () => {
    await failTimes(attempts, 2);
    await vi.advanceTimersByTimeAsync(61_000);
    await failTimes(attempts, 2);
    expect(await refusal(attempts)).toBe('in');
  });

  it('start anew after one that went well', async () => {
    await failTimes(attempts, 3);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await refusal(attempts)).toBe('in');
    await failTimes(attempts, 3);
    expect(await refusal(attempts)).toBe(60);
  });

  it('count for a whole network of IPv6 addresses', async () => {
    const few = createAttempts('network', { perAccount: 100, perAddress: 3 });
    for (const host of ['1', '2', '3'])
      await failTimes(few, 1, { account: `a${host}@legajo.test`, address: `2001:db8:0:1::${host}` });
    expect(await refusal(few, { account: 'b@legajo.test', address: '2001:db8:0:1::4' })).toBe(60);
    expect(await refusal(few, { account: 'b@legajo.test', address: '2001:db8:9:1::4' })).toBe('in');
  });

  it('are not what fails for another reason', async () => {
    for (let each = 0; each < 9; each += 1)
      await attempts
        .run(ACCOUNT, () => Promise.reject(new ApiError('password_policy')))
        .catch(() => undefined);
    expect(await refusal(attempts)).toBe('in');
  });
});
