import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BatchedCounter } from './batched-counter.ts';

const SECONDS = 60;

/** A counter of so many points, that notes what it is asked for. */
class NotingCounter extends RateLimiterMemory {
  readonly asked: string[] = [];
  override consume(key: string, points?: number): Promise<RateLimiterRes> {
    this.asked.push(`${points} for ${key}`);
    return super.consume(key, points);
  }
}

describe('points that are taken by the lot', () => {
  let counter: NotingCounter;
  let lots: BatchedCounter;
  beforeEach(() => {
    vi.useFakeTimers();
    counter = new NotingCounter({ points: 20, duration: SECONDS });
    lots = new BatchedCounter(counter, 10);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const takeTimes = async (times: number, key = 'ana') => {
    for (let each = 0; each < times; each += 1) await lots.take(key);
  };
  /** Milliseconds of the refusal, or that there was none. */
  const refusal = (key = 'ana') =>
    lots.take(key).then(
      () => 'taken',
      (error: unknown) => (error instanceof RateLimiterRes ? error.msBeforeNext : String(error)),
    );

  it('cost a call to the counter once for each lot', async () => {
    await takeTimes(10);
    expect(counter.asked).toEqual(['10 for ana']);
    await takeTimes(1);
    expect(counter.asked).toEqual(['10 for ana', '10 for ana']);
  });

  it('are refused once the counter has none, until its time is over, without asking it again', async () => {
    await takeTimes(20);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await refusal()).toBe(40_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await refusal()).toBe(30_000);
    expect(counter.asked).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(await refusal()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await refusal()).toBe('taken');
  });

  it('are those of each key, whatever others take', async () => {
    await takeTimes(20);
    await refusal();
    await takeTimes(20, 'eva');
    expect(await refusal('eva')).toBe(60_000);
  });

  it('that are left stay, however many others take some', async () => {
    await takeTimes(5);
    await takeTimes(20, 'eva');
    expect(await refusal('eva')).toBe(60_000);
    const before = counter.asked.length;
    // More keys than are kept without being looked through.
    for (let key = 0; key <= 10_000; key += 1) await lots.take(`p${key}`);
    await takeTimes(5);
    expect(await refusal('eva')).toBe(60_000);
    expect(counter.asked).toHaveLength(before + 10_001);
  });

  it('that are left when the time is over are not kept', async () => {
    await takeTimes(5);
    await vi.advanceTimersByTimeAsync(SECONDS * 1000);
    await takeTimes(20);
    expect(counter.asked).toHaveLength(3);
    expect(await refusal()).toBe(60_000);
  });

  it('are asked for once by many that come at the same moment', async () => {
    await Promise.all(Array.from({ length: 20 }, () => lots.take('ana')));
    expect(counter.asked).toEqual(['10 for ana', '10 for ana']);
    expect((await Promise.all([refusal(), refusal()])).every((each) => each === 60_000)).toBe(true);
    expect(counter.asked).toHaveLength(3);
  });

  it('fail as their counter does, which is asked again afterwards', async () => {
    const down = vi.spyOn(counter, 'consume').mockRejectedValueOnce(new Error('database down'));
    expect(await Promise.all([refusal(), refusal()])).toEqual([
      'Error: database down',
      'Error: database down',
    ]);
    expect(down).toHaveBeenCalledTimes(1);
    expect(await refusal()).toBe('taken');
  });

  it('of no time at all are taken, and not asked for for ever', async () => {
    vi.spyOn(counter, 'consume').mockResolvedValue(new RateLimiterRes(10, 0));
    expect(await refusal()).toBe('taken');
  });
});
