import { expect, it } from 'vitest';
import { moved } from './use-grid-keys.ts';

const SIZE = { rows: 20, columns: 13 };

it.each([
  [{ row: 3, column: 4 }, 'ArrowLeft', false, { row: 3, column: 3 }],
  [{ row: 3, column: 0 }, 'ArrowLeft', false, { row: 3, column: 0 }],
  [{ row: 3, column: 12 }, 'ArrowRight', false, { row: 3, column: 12 }],
  [{ row: 0, column: 4 }, 'ArrowUp', false, { row: 0, column: 4 }],
  [{ row: 19, column: 4 }, 'ArrowDown', false, { row: 19, column: 4 }],
  [{ row: 12, column: 4 }, 'PageDown', false, { row: 19, column: 4 }],
  [{ row: 12, column: 4 }, 'PageUp', false, { row: 2, column: 4 }],
  [{ row: 12, column: 4 }, 'Home', false, { row: 12, column: 0 }],
  [{ row: 12, column: 4 }, 'End', true, { row: 19, column: 12 }],
  [{ row: 12, column: 4 }, 'a', false, undefined],
])('from %o by %s (Ctrl %s) to %o', (at, key, whole, to) => {
  expect(moved(at, key, whole, SIZE)).toEqual(to);
});
