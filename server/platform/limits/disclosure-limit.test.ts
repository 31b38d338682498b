import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '#shared/platform/errors.ts';
import { ApiError } from '../errors.ts';
import { createDisclosureLimit, type DisclosureLimit } from './disclosure-limit.ts';

const PER_MINUTE = 30;
const ERRORS: readonly ErrorCode[] = ['not_found', 'code_taken'];

describe('answers that something is used already', () => {
  let limit: DisclosureLimit;
  beforeEach(() => {
    vi.useFakeTimers();
    limit = createDisclosureLimit(
      { db: undefined as never, now: () => new Date() },
      new RateLimiterMemory({ points: PER_MINUTE, duration: 60 }),
    );
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A call that asks for a code; it ends with an error where one is named. */
  const call = async (
    user: string,
    ends: ErrorCode | null,
    body: unknown = { code: 'A-1' },
    errors = ERRORS,
  ) => {
    let isRun = false;
    const answer = await limit
      .run(user, errors, body, async () => {
        isRun = true;
        if (ends) throw new ApiError(ends);
        return 'done';
      })
      .catch((error: unknown) => (error instanceof ApiError ? error.code : String(error)));
    return isRun ? answer : `${answer}, not run`;
  };
  const toldTimes = async (times: number, user = 'ana') => {
    for (let each = 0; each < times; each += 1) expect(await call(user, 'code_taken')).toBe('code_taken');
  };
  const REFUSED = 'rate_limited, not run';

  it('are thirty a minute for a person; then none of their calls is looked at', async () => {
    await toldTimes(PER_MINUTE);
    expect(await call('ana', null)).toBe(REFUSED);
    expect(await call('eva', null)).toBe('done');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await call('ana', null)).toBe('done');
  });

  it('say how long to wait, in words', async () => {
    await toldTimes(PER_MINUTE);
    const refused = limit.run('ana', ERRORS, { code: 'A-1' }, async () => 'done');
    await expect(refused).rejects.toMatchObject({
      ...{ retryAfter: 60, message: 'Probaste demasiados que ya están en uso. Espera un momento.' },
    });
  });

  it('count alone: what is free, or fails for another reason, does not', async () => {
    for (let each = 0; each < 2 * PER_MINUTE; each += 1) {
      expect(await call('ana', null)).toBe('done');
      expect(await call('ana', 'not_found')).toBe('not_found');
    }
    const broken = limit.run('ana', ERRORS, { code: 'A-1' }, () => Promise.reject(new Error('disk full')));
    await expect(broken).rejects.toThrow('disk full');
    await toldTimes(PER_MINUTE);
    expect(await call('ana', null)).toBe(REFUSED);
  });

  it('share no try where many calls come at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: PER_MINUTE + 5 }, () => call('ana', 'code_taken')),
    );
    expect(answers.filter((each) => each === REFUSED)).toHaveLength(5);
  });

  it('cannot be had by calls without the field that asks for one', async () => {
    await toldTimes(PER_MINUTE);
    for (const body of [null, {}, { code: null }, { name: 'Acta' }])
      expect(await call('ana', null, body)).toBe('done');
    expect(await call('ana', null, { code: 'A-1' }, ['not_found'])).toBe('done');
    expect(await limit.run('ana', ERRORS, undefined, async () => 'done')).toBe('done');
  });

  it.each([
    ['code_taken', 'code'],
    ['library_taken', 'name'],
    ['email_taken', 'email'],
  ] as const)('%s is asked for by %s', async (code, field) => {
    for (let each = 0; each < PER_MINUTE; each += 1) await call('ana', code, { [field]: 'x' }, [code]);
    expect(await call('ana', null, { [field]: 'x' }, [code])).toBe(REFUSED);
  });
});
