import { beforeEach, expect, test } from 'vitest';
import { VersionPace } from './version-pace.ts';

const SETTLE_MS = 2000;
const DISTANCE_MS = 30_000;

let now: number;
let pace: VersionPace;

beforeEach(() => {
  now = 1000;
  const clock = {
    now: () => now,
    date: () => now,
    undisturbedDate: () => now,
    bootedAt: () => 0,
    sleep: async () => {},
  };
  pace = new VersionPace(clock, SETTLE_MS, DISTANCE_MS);
});

test('a first edit does not wait, and neither does one after a long time', () => {
  expect(pace.defer('one', 'record', undefined)).toBe(false);
  pace.noteSent('record');
  now += 5 * DISTANCE_MS;
  expect(pace.defer('two', 'record', undefined)).toBe(false);
  expect(pace.nextDue).toBeUndefined();
});

test('what follows a version waits until the distance is kept, whatever replaces it meanwhile', () => {
  pace.noteSent('record');
  const sent = now;
  now += 5000;
  expect(pace.defer('one', 'record', undefined)).toBe(true);
  now += 5000;
  expect(pace.defer('two', 'record', 'one')).toBe(true);
  expect([...pace.deferred.keys()]).toEqual(['two']);
  expect(pace.nextDue).toBe(sent + DISTANCE_MS);
  now = sent + DISTANCE_MS;
  expect(pace.waits('two')).toBe(false);
  pace.release('two');
  expect(pace.nextDue).toBeUndefined();
});

test('a file that goes on changing after each version must stand still for longer each time, up to the distance', () => {
  const still: number[] = [];
  for (let version = 0; version < 7; version += 1) {
    pace.noteSent('record');
    // The next save comes when the distance is over.
    now += DISTANCE_MS + 100;
    still.push(pace.defer('next', 'record', undefined) ? (pace.nextDue ?? 0) - now + SETTLE_MS : SETTLE_MS);
    pace.release('next');
  }
  expect(still).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test('somebody who never stops saving has a version every five minutes all the same', () => {
  for (let version = 0; version < 6; version += 1) {
    pace.noteSent('record');
    now += DISTANCE_MS + 100;
  }
  const began = now;
  let waiting: string | undefined;
  for (let save = 0; save < 100; save += 1) {
    const opId = `save ${save}`;
    if (!pace.defer(opId, 'record', waiting)) break;
    waiting = opId;
    if (!pace.waits(opId)) break;
    now += 10_000;
  }
  expect(now - began).toBeLessThanOrEqual(310_000);
  expect(now - began).toBeGreaterThan(60_000);
});

test('“Subir ahora” lets it go at once, and other documents wait for nothing', () => {
  pace.noteSent('record');
  expect(pace.defer('one', 'record', undefined)).toBe(true);
  expect(pace.defer('other', 'another record', undefined)).toBe(false);
  pace.hurry('one');
  expect(pace.waits('one')).toBe(false);
});
