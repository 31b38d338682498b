import { describe, expect, test } from 'vitest';
import { type Files, FilesError } from '../ports/files.ts';
import { type Claim, DiskRoom, keptFree } from './disk-room.ts';

const MIB = 1 << 20;
const GIB = 1 << 30;

/** Room on a disk of 100 GiB with so many bytes to fill. */
const roomOf = (bytes: number) => {
  const total = 100 * GIB;
  const space = { free: bytes + keptFree(total), total };
  return { room: new DiskRoom({ space: async () => space } as Files), space };
};
const claim = async (room: DiskRoom, ...bytes: readonly number[]) =>
  room.claim(bytes.map((each, at) => ({ path: `${at}`, bytes: each })));
const fits = (answers: readonly unknown[]) => answers.map((answer) => !(answer instanceof FilesError));

test('a hundredth of the disk stays free, at least 8 MiB and at most 1 GiB', () => {
  expect([32 * MIB, 10 * GIB, 4000 * GIB].map(keptFree)).toEqual([8 * MIB, 0.1 * GIB, GIB]);
});

test('what fits is promised in order; what does not is refused with its path, and smaller ones after it fit', async () => {
  const { room } = roomOf(10);
  const answers = await claim(room, 6, 5, 4, 1);
  expect(fits(answers)).toEqual([true, false, true, false]);
  expect(answers[1]).toMatchObject({ code: 'full', path: '1', errno: 'ENOSPC' });
});

test('what was promised to one download is not there for another, until it ends', async () => {
  const { room } = roomOf(10);
  const [first] = (await claim(room, 8)) as Claim[];
  expect(fits(await claim(room, 3))).toEqual([false]);
  first?.end();
  expect(fits(await claim(room, 10))).toEqual([true]);
});

test('bytes that are on the disk are not counted twice', async () => {
  const { room, space } = roomOf(10);
  const [first] = (await claim(room, 8)) as Claim[];
  space.free -= 5;
  first?.noteWritten(5);
  expect(fits(await claim(room, 2))).toEqual([true]);
  expect(fits(await claim(room, 1))).toEqual([false]);
});

test('nothing has to come of what is there already, also on a disk that is too full', async () => {
  const { room } = roomOf(-5);
  expect(fits(await claim(room, 0, 1))).toEqual([true, false]);
});

test('a disk that does not say how much is free refuses nothing', async () => {
  const room = new DiskRoom({ space: async () => undefined } as Files);
  expect(fits(await claim(room, 1e15))).toEqual([true]);
  expect(await room.free()).toBeUndefined();
});

describe('a version that replaces a file of at least its size', () => {
  const replacing = (room: DiskRoom, bytes: number, replaces: number) =>
    room.claim([{ path: 'p', bytes, replaces }]);

  test('may take half of what is kept free, and that is told once', async () => {
    const { room } = roomOf(0);
    const half = keptFree(100 * GIB) / 2;
    expect(fits(await replacing(room, half + 1, half + 1))).toEqual([false]);
    expect(room.takeLent()).toBe(false);
    expect(fits(await replacing(room, half, half))).toEqual([true]);
    expect([room.takeLent(), room.takeLent()]).toEqual([true, false]);
  });

  test('takes none of it where it fits without, where it is larger, and where others took that half', async () => {
    const { room } = roomOf(10);
    const half = keptFree(100 * GIB) / 2;
    expect(fits(await replacing(room, 10, 10))).toEqual([true]);
    expect(fits(await replacing(room, 5, 4))).toEqual([false]);
    expect(room.takeLent()).toBe(false);
    expect(fits(await replacing(room, half, half))).toEqual([true]);
    expect(fits(await replacing(room, 1, 1))).toEqual([false]);
  });
});
