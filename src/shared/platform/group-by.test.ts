import { expect, test } from 'vitest';
import { groupBy } from './group-by.ts';

test('items by key, in their order, with their positions', () => {
  const even = (item: number) => item % 2 === 0;
  expect([...groupBy([3, 1, 2, 5], even)]).toEqual([
    [false, [3, 1, 5]],
    [true, [2]],
  ]);
  expect(groupBy(new Set(['a', 'b', 'c']), (_, at) => at % 2)).toEqual(
    Map.groupBy(['a', 'b', 'c'], (_, at) => at % 2),
  );
  expect(groupBy([], even).size).toBe(0);
});
