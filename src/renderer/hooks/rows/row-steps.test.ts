import { describe, expect, it } from 'vitest';
import { followStop, itemsAfter, nextRow } from './row-steps.ts';

describe('the row that a key leads to', () => {
  it.each([
    ['ArrowDown', 3, 4],
    ['j', 3, 4],
    ['ArrowUp', 3, 2],
    ['k', 3, 2],
    ['PageDown', 3, 8],
    ['PageUp', 8, 3],
    ['Home', 3, 0],
    ['End', 3, 9],
  ])('%s from %i is %i', (key, here, there) => {
    expect(nextRow(key, here, 10, 5)).toBe(there);
  });

  it('stays in the list at both ends', () => {
    expect(['ArrowUp', 'PageUp', 'k', 'Home'].map((key) => nextRow(key, 0, 10, 5))).toEqual([0, 0, 0, 0]);
    expect(['ArrowDown', 'PageDown', 'j', 'End'].map((key) => nextRow(key, 9, 10, 5))).toEqual([9, 9, 9, 9]);
    expect(nextRow('PageDown', 7, 10, 5)).toBe(9);
    expect(nextRow('PageUp', 2, 10, 5)).toBe(0);
  });

  it('goes by lines and to the neighbours in a grid', () => {
    const at = (key: string, here: number) => nextRow(key, here, 10, 6, 4);
    expect(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'].map((key) => at(key, 5))).toEqual([
      6, 4, 9, 1,
    ]);
    // The last line has two.
    expect(at('ArrowDown', 7)).toBe(9);
    expect(at('ArrowDown', 8)).toBe(8);
    expect(at('ArrowUp', 2)).toBe(2);
    expect(['ArrowRight', 'ArrowLeft'].map((key, end) => at(key, end === 0 ? 9 : 0))).toEqual([9, 0]);
    expect(['j', 'k', 'PageDown'].map((key) => at(key, 3))).toEqual([4, 2, 9]);
  });

  it('is none for other keys, and in an empty list', () => {
    expect(['ArrowLeft', 'Enter', 'x', ' '].map((key) => nextRow(key, 3, 10, 5))).toEqual(
      Array(4).fill(undefined),
    );
    expect(nextRow('ArrowDown', 0, 0, 5)).toBeUndefined();
  });
});

describe('the stop of a list that changes', () => {
  const list = (ids: string) => (row: number) => ids[row];

  it('stays with its item, whatever comes or goes before it', () => {
    expect(followStop({ row: 2, id: 'c' }, 4, list('abcd'))).toBe(2);
    expect(followStop({ row: 2, id: 'c' }, 6, list('xyabcd'))).toBe(4);
    expect(followStop({ row: 2, id: 'c' }, 3, list('bcd'))).toBe(1);
    expect(followStop({ row: 3, id: 'd' }, 1, list('d'))).toBe(0);
  });

  it('goes to the neighbour of an item that is gone', () => {
    expect(followStop({ row: 1, id: 'b' }, 3, list('acd'))).toBe(1);
    expect(followStop({ row: 3, id: 'd' }, 3, list('abc'))).toBe(2);
    expect(followStop({ row: 0, id: 'a' }, 0, list(''))).toBe(-1);
  });

  it('goes to the next item that is left where several are gone', () => {
    const next = itemsAfter(2, 6, list('abcdef'));
    expect(next).toEqual(['d', 'e', 'f']);
    expect(followStop({ row: 2, id: 'c', next }, 4, list('adef'))).toBe(1);
    expect(followStop({ row: 2, id: 'c', next }, 3, list('abf'))).toBe(2);
    expect(followStop({ row: 2, id: 'c', next }, 2, list('ab'))).toBe(1);
  });

  it('stays where it is while its row is not loaded', () => {
    expect(followStop({ row: 2, id: 'c' }, 4, () => undefined)).toBe(2);
    expect(followStop({ row: 2, id: undefined }, 4, list('abcd'))).toBe(2);
  });
});
