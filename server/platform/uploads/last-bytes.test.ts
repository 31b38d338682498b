import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LastBytes } from './last-bytes.ts';

const START = Date.parse('2026-03-07T12:00:00Z');
const MINUTE = 60_000;

describe('when the last byte of an upload came', () => {
  let noted: [string, number][];
  let last: LastBytes;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: START });
    noted = [];
    last = new LastBytes(
      () => new Date(),
      (key, at) => noted.push([key, at.getTime() - START]),
    );
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const arrives = (key: string, at: number) => {
    vi.setSystemTime(START + at);
    last.arrived(key);
  };

  it('is written once a minute, of each upload by itself', () => {
    for (const at of [0, 1000, MINUTE - 1, MINUTE, MINUTE + 1]) arrives('a', at);
    arrives('b', MINUTE + 2);
    expect(noted).toEqual([
      ['a', 0],
      ['a', MINUTE],
      ['b', MINUTE + 2],
    ]);
  });

  it('is not written again for a minute where it is known already', () => {
    last.begin('a', new Date(START));
    arrives('a', MINUTE - 1);
    expect(noted).toEqual([]);
    arrives('a', MINUTE);
    expect(noted).toEqual([['a', MINUTE]]);
  });

  it('is written at once of an upload that was let go of', () => {
    last.begin('a', new Date(START));
    last.forget('a');
    arrives('a', 1);
    expect(noted).toEqual([['a', 1]]);
  });

  it('is forgotten of the oldest of more than 5000, not of one that began again since', () => {
    for (let at = 0; at < 5000; at += 1) last.begin(`u${at}`, new Date(START));
    last.begin('u0', new Date(START));
    arrives('u1', 1);
    expect(noted).toEqual([]);
    last.begin('another', new Date(START));
    for (const key of ['u0', 'u1', 'u2']) arrives(key, 2);
    expect(noted).toEqual([['u1', 2]]);
  });
});
