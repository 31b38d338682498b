import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lingering } from './lingering.ts';

describe('connections that are read after their answer', () => {
  let lingering: Lingering;
  beforeEach(() => {
    vi.useFakeTimers();
    lingering = new Lingering({ bytes: 1000, ms: 500, perClient: 2, places: 3, bytesPerSecond: 800 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are a few of one client and of all together; who leaves makes room', () => {
    const [first, second] = [lingering.take('a'), lingering.take('a')];
    expect([lingering.take('a'), lingering.take('b') === null, lingering.take('c')]).toEqual([
      null,
      false,
      null,
    ]);
    first?.leave();
    first?.leave();
    expect(lingering.take('a')).not.toBeNull();
    expect([lingering.take('a'), lingering.take('c')]).toEqual([null, null]);
    second?.leave();
    expect(lingering.take('c')).not.toBeNull();
  });

  it('share one rate', () => {
    const [one, other] = [lingering.take('a'), lingering.take('b')];
    expect([one?.mayRead(60), other?.mayRead(60), one?.mayRead(0)]).toEqual([true, false, false]);
    vi.advanceTimersByTime(25);
    expect(one?.mayRead(0)).toBe(false);
    vi.advanceTimersByTime(25);
    expect(one?.mayRead(0)).toBe(true);
  });

  it('are read so much and so long', () => {
    const place = lingering.take('a');
    expect([place?.isOver(999, 499), place?.isOver(1000, 0), place?.isOver(0, 500)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
