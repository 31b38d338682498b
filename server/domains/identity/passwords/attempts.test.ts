import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../platform/errors.ts';
import { type Attempts, createAttempts } from './attempts.ts';

/** Counts of this process alone; that they are shared in the database is shown by attempts.int.test.ts. */
const COUNTING = {
  counts: (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterMemory({ keyPrefix, points, duration }),
  keyOf: (key: string) => key,
};
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
    attempts = createAttempts('test', { perAccount: 3, perAddress: 100 }, COUNTING);
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
    const few = createAttempts('network', { perAccount: 100, perAddress: 3 }, COUNTING);
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

  it('of others leave alone who has a count of their own, which is a limit too', async () => {
    const own = { ...ACCOUNT, own: 'device:1' };
    await failTimes(attempts, 3);
    expect(await refusal(attempts)).toBe(60);
    expect(await refusal(attempts, own)).toBe('in');
    await failTimes(attempts, 3, own);
    expect(await refusal(attempts, own)).toBe(60);
  });
});

describe('what is counted', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const few = (limits: Partial<Parameters<typeof createAttempts>[1]>) =>
    createAttempts('few', { perAccount: 100, perAddress: 100, ...limits }, COUNTING);

  it('is a wrong code as a wrong password', async () => {
    const attempts = few({ perAccount: 1 });
    await attempts.run(ACCOUNT, () => Promise.reject(new ApiError('bad_code'))).catch(() => undefined);
    expect(await refusal(attempts)).toBe(60);
  });

  it('is any call that is worth limiting, however it ends', async () => {
    const attempts = few({ perAccount: 2 });
    for (let calls = 0; calls < 2; calls += 1) await attempts.count(ACCOUNT);
    await expect(attempts.count(ACCOUNT)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 60 });
  });

  it('stays with an address when one of its accounts gets in', async () => {
    const attempts = few({ perAddress: 3 });
    await failTimes(attempts, 2);
    expect(await refusal(attempts)).toBe('in');
    await failTimes(attempts, 1);
    expect(await refusal(attempts)).toBe(60);
    expect(await refusal(attempts, { ...ACCOUNT, address: '203.0.113.8' })).toBe('in');
  });

  it('is an address alone where no account was named, and what has none as one', async () => {
    const attempts = few({ perAddress: 2 });
    for (let tries = 0; tries < 2; tries += 1)
      await attempts.run({ address: '' }, wrong).catch(() => undefined);
    await expect(attempts.run({ address: '' }, right)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await attempts.run({ address: '203.0.113.7' }, right)).toBe('in');
    const anonymous = few({ perAccount: 2 });
    for (const host of [1, 2, 3])
      await anonymous.run({ address: `203.0.113.${host}` }, wrong).catch(() => undefined);
    expect(await anonymous.run({ address: '203.0.113.4' }, right)).toBe('in');
  });

  it('ends with the block, whose strikes count for a day', async () => {
    const attempts = few({ perAccount: 2 });
    await failTimes(attempts, 2);
    await vi.advanceTimersByTimeAsync(23 * 3600_000);
    await failTimes(attempts, 2);
    expect(await refusal(attempts)).toBe(120);
    await vi.advanceTimersByTimeAsync(25 * 3600_000);
    await failTimes(attempts, 2);
    expect(await refusal(attempts)).toBe(60);
  });

  it('is forgotten of who has a count of their own once they get in', async () => {
    const attempts = few({ perAccount: 2 });
    const own = { ...ACCOUNT, own: 'device:1' };
    await failTimes(attempts, 1, own);
    expect(await refusal(attempts, own)).toBe('in');
    await failTimes(attempts, 1, own);
    expect(await refusal(attempts, own)).toBe('in');
  });

  it('has names that keep one thing that is tried from another, and no address or account in its keys', async () => {
    const names: string[] = [];
    const keys: string[] = [];
    const counting = {
      counts: (name: string, points: number, seconds: number) => {
        names.push(name);
        return COUNTING.counts(name, points, seconds);
      },
      keyOf: (key: string) => {
        keys.push(key);
        return String(keys.length);
      },
    };
    const all = ['password', 'code'].map((name) =>
      createAttempts(name, { perAccount: 9, perAddress: 9 }, counting),
    );
    expect(new Set(names).size).toBe(12);
    for (const name of names) expect(name).toMatch(/^(password|code):/);
    await all[0]?.run(ACCOUNT, right);
    await all[0]?.run({ ...ACCOUNT, own: 'device:1' }, right);
    expect(new Set(keys)).toEqual(new Set([ACCOUNT.account, ACCOUNT.address, 'device:1']));
  });
});
