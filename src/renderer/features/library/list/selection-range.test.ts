import { expect, it } from 'vitest';
import { rangeChange } from './selection-range.ts';

it.each([
  ['grows downwards', 2, 2, 4, [2, 4], []],
  ['grows upwards', 5, 5, 3, [3, 5], []],
  ['shrinks from below', 2, 6, 4, [2, 4], [[5, 6]]],
  ['shrinks from above', 6, 2, 4, [4, 6], [[2, 3]]],
  ['turns around its anchor', 4, 6, 2, [2, 4], [[5, 6]]],
  ['turns around its anchor upwards', 4, 1, 7, [4, 7], [[1, 3]]],
  ['stays as it is', 3, 5, 5, [3, 5], []],
  ['shrinks to its anchor', 3, 5, 3, [3, 3], [[4, 5]]],
])('a range that %s', (_what, anchor, before, now, select, drop) => {
  expect(rangeChange(anchor, before, now)).toEqual({ select, drop });
});
