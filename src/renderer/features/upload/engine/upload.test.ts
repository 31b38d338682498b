import { describe, expect, it } from 'vitest';
import {
  isUnderWay,
  looksTheSame,
  overviewOf,
  percentOf,
  secondsLeft,
  statusAfterReload,
  type Upload,
  waitAfter,
} from './upload.ts';

const upload = (change: Partial<Upload> = {}): Upload => ({
  id: 'u1',
  user: 'ana',
  title: 'Acta de reunión',
  file: { name: 'acta.pdf', type: 'application/pdf', size: 1000, lastModified: 5 },
  record: 'r1',
  version: 'v1',
  key: 'k1',
  base: null,
  status: 'sending',
  sent: 0,
  started: true,
  gaveUp: false,
  addedAt: 0,
  ...change,
});

describe('progress from 0 to 100 with an error flag', () => {
  it('says 100 only once the server has confirmed', { tags: 'spec-8.7-closing-tab' }, () => {
    expect(percentOf(upload({ sent: 0 }))).toBe(0);
    expect(percentOf(upload({ sent: 640 }))).toBe(64);
    expect(percentOf(upload({ sent: 1000, status: 'confirming' }))).toBe(99);
    expect(percentOf(upload({ sent: 1000, status: 'done' }))).toBe(100);
  });

  it('counts what is under 100 % as under way, and neither what failed nor what waits for its file', {
    tags: 'spec-8.7-closing-tab',
  }, () => {
    const ways = (['queued', 'sending', 'confirming', 'waiting', 'paused'] as const).map((status) => ({
      status,
    }));
    expect(ways.every(isUnderWay)).toBe(true);
    const still = (['needs-file', 'errored', 'done'] as const).map((status) => ({ status }));
    expect(still.some(isUnderWay)).toBe(false);
  });

  it('sums up the list by bytes', () => {
    const list = [upload({ sent: 500 }), upload({ status: 'done' }), upload({ status: 'errored', sent: 10 })];
    expect(overviewOf(list)).toEqual({ underWay: 1, errored: 1, percent: 75 });
    expect(overviewOf([])).toEqual({ underWay: 0, errored: 0, percent: 0 });
  });

  it('says how long it takes only while bytes move', () => {
    expect(secondsLeft(upload({ sent: 400, rate: 50 }))).toBe(12);
    expect(secondsLeft(upload({ sent: 400 }))).toBeUndefined();
    expect(secondsLeft(upload({ sent: 400, rate: 50, status: 'waiting' }))).toBeUndefined();
  });
});

describe('tries', () => {
  it('waits longer each time, and gives up in the end', () => {
    const waits = Array.from({ length: 9 }, (_, at) => waitAfter(at + 1));
    expect(waits[0]).toBe(1000);
    expect(waits.at(-1)).toBeUndefined();
    const known = waits.filter((wait) => wait !== undefined);
    expect(known).toEqual([...known].sort((a, b) => a - b));
  });
});

describe('after a reload', () => {
  it('goes on with what was kept, and asks for what was not', () => {
    expect(statusAfterReload('sending', true)).toBe('queued');
    expect(statusAfterReload('waiting', true)).toBe('queued');
    expect(statusAfterReload('paused', true)).toBe('paused');
    expect(statusAfterReload('sending', false)).toBe('needs-file');
    expect(statusAfterReload('needs-file', true)).toBe('queued');
    expect(statusAfterReload('errored', false)).toBe('errored');
  });
});

describe('a file that is asked for again', () => {
  it('is known by name, size and date', () => {
    const { file } = upload();
    expect(looksTheSame(file, { ...file })).toBe(true);
    expect(looksTheSame(file, { ...file, name: 'otra.pdf' })).toBe(false);
    expect(looksTheSame(file, { ...file, size: 999 })).toBe(false);
    expect(looksTheSame(file, { ...file, lastModified: 6 })).toBe(false);
  });
});
