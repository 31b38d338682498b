/** Where a list was left: the row, and what stood there. */
export interface RowStop {
  readonly row: number;
  readonly id: string | undefined;
}

/** How far a row is looked for after rows before it came or went: further away it is another place of the list. */
const NEAR = 200;

/**
 * The row that a key leads to.
 * @param page rows of a screenful
 * @returns undefined for keys that do not move, and in an empty list
 */
export function nextRow(key: string, here: number, count: number, page: number): number | undefined {
  if (count <= 0) return undefined;
  const within = (row: number): number => Math.max(0, Math.min(row, count - 1));
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return within(here + 1);
    case 'ArrowUp':
    case 'k':
      return within(here - 1);
    case 'PageDown':
      return within(here + page);
    case 'PageUp':
      return within(here - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/**
 * The row of a stop in a list that may have changed: where its item is now, or the row that took the place of an item
 * that is gone; the last row where that was the last. -1 in an empty list.
 * @param idOf undefined for rows that are not loaded
 */
export function followStop(
  { row, id }: RowStop,
  count: number,
  idOf: (row: number) => string | undefined,
): number {
  const here = Math.min(row, count - 1);
  if (id === undefined || here < 0 || idOf(here) === id) return here;
  for (let away = 1; away <= NEAR; away += 1) {
    for (const other of [row - away, row + away]) {
      if (other >= 0 && other < count && idOf(other) === id) return other;
    }
  }
  return here;
}
