/** Where a list was left: the row, and what stood there. */
export interface RowStop {
  readonly row: number;
  readonly id: string | undefined;
  /** What stood after it, nearest first. */
  readonly next?: readonly string[];
}

/** How far a row is looked for after rows before it came or went: further away it is another place of the list. */
const NEAR = 200;

/** The items after a row, as far as they are loaded. */
export function itemsAfter(row: number, count: number, idOf: (row: number) => string | undefined): string[] {
  const ids: string[] = [];
  for (let at = row + 1; at < Math.min(count, row + NEAR); at += 1) {
    const id = idOf(at);
    if (id !== undefined) ids.push(id);
  }
  return ids;
}

/**
 * The row that a key leads to.
 * @param page rows of a screenful
 * @param columns how many stand side by side: in a grid, left and right go to the neighbours, up and down by lines
 * @returns undefined for keys that do not move, and in an empty list
 */
export function nextRow(
  key: string,
  here: number,
  count: number,
  page: number,
  columns = 1,
): number | undefined {
  if (count <= 0) return undefined;
  if (columns > 1) {
    const lineOf = (row: number): number => Math.floor(row / columns);
    if (key === 'ArrowRight') return Math.min(here + 1, count - 1);
    if (key === 'ArrowLeft') return Math.max(here - 1, 0);
    if (key === 'ArrowUp') return here < columns ? here : here - columns;
    // The last line may be shorter.
    if (key === 'ArrowDown')
      return lineOf(here) === lineOf(count - 1) ? here : Math.min(here + columns, count - 1);
  }
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
 * The row of a stop in a list that may have changed: where its item is now, or the next one that is left where it is
 * gone; the last row where that was the last. -1 in an empty list.
 * @param idOf undefined for rows that are not loaded
 */
export function followStop(
  { row, id, next = [] }: RowStop,
  count: number,
  idOf: (row: number) => string | undefined,
): number {
  const here = Math.min(row, count - 1);
  if (id === undefined || here < 0 || idOf(here) === id) return here;
  const places = new Map<string, number>();
  for (let at = Math.max(0, row - NEAR); at < Math.min(count, row + NEAR); at += 1) {
    const found = idOf(at);
    if (found !== undefined) places.set(found, at);
  }
  const left = [id, ...next].find((each) => places.has(each));
  return left === undefined ? here : (places.get(left) ?? here);
}
