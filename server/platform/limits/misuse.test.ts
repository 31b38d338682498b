import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Misuse, SLIGHT } from './misuse.ts';

const LIMITS = {
  ended: { burst: 3, perSecond: 0.1 },
  opened: { burst: 500, perSecond: 100 },
  firstMs: 1000,
  longestMs: 4000,
  busy: 0.7,
};

describe('an address that misuses connections', () => {
  let misuse: Misuse;
  let eventLoop: { busy: number };
  beforeEach(() => {
    vi.useFakeTimers();
    eventLoop = { busy: 0.9 };
    misuse = new Misuse(LIMITS, eventLoop);
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const endTimes = (times: number, key = 'a') => {
    for (let each = 0; each < times; each += 1) misuse.end(key);
  };

  it('is let go on a few times, then refused for a while; others are not', () => {
    endTimes(3);
    expect([misuse.open('a'), misuse.refusedMs('a')]).toEqual([false, 0]);
    endTimes(1);
    expect([misuse.open('a'), misuse.refusedMs('a')]).toEqual([true, 1000]);
    expect([misuse.open('b'), misuse.refusedMs('b')]).toEqual([false, 0]);
    vi.advanceTimersByTime(1000);
    expect([misuse.open('a'), misuse.refusedMs('a')]).toEqual([false, 0]);
  });

  it('is refused twice as long each time, up to the longest; what was open before prolongs nothing', () => {
    endTimes(4);
    for (const ms of [1000, 2000, 4000, 4000]) {
      endTimes(5);
      expect(misuse.refusedMs('a')).toBe(ms);
      vi.advanceTimersByTime(ms);
      expect(misuse.refusedMs('a')).toBe(0);
      endTimes(1);
    }
  });

  it('is not refused as long as the process has time for everybody', () => {
    eventLoop.busy = 0.5;
    endTimes(100);
    for (let each = 0; each < 600; each += 1) expect(misuse.open('a')).toBe(false);
    eventLoop.busy = 0.7;
    expect(misuse.open('a')).toBe(true);
    expect(misuse.refusedMs('a')).toBe(0);
    endTimes(1);
    expect(misuse.refusedMs('a')).toBe(1000);
  });

  it('begins anew when it was quiet for ten minutes', () => {
    endTimes(5);
    vi.advanceTimersByTime(1000);
    endTimes(1);
    expect(misuse.refusedMs('a')).toBe(2000);
    vi.advanceTimersByTime(600_000);
    endTimes(4);
    expect(misuse.refusedMs('a')).toBe(1000);
  });

  it('may do ten times as often what honest clients do, too', () => {
    for (let each = 0; each < 29; each += 1) misuse.end('a', SLIGHT);
    expect(misuse.refusedMs('a')).toBe(0);
    misuse.end('a', SLIGHT);
    misuse.end('a', SLIGHT);
    expect(misuse.refusedMs('a')).toBe(1000);
  });

  it('may open many connections at once, and not without end', () => {
    const opened = Array.from({ length: 501 }, () => misuse.open('a'));
    expect(opened.indexOf(true)).toBe(500);
    expect(misuse.refusedMs('a')).toBe(0);
    vi.advanceTimersByTime(10);
    expect([misuse.open('a'), misuse.open('a')]).toEqual([false, true]);
  });

  it('is not forgotten because of a few thousand others', () => {
    endTimes(4);
    for (let other = 0; other < 10_000; other += 1) misuse.open(`o${other}`);
    expect(misuse.refusedMs('a')).toBe(1000);
    for (let other = 10_000; other < 30_000; other += 1) misuse.open(`o${other}`);
    expect(misuse.refusedMs('a')).toBe(0);
  });
});
