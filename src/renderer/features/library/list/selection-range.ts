/** Rows from the first to the last, both included. */
export type Span = readonly [first: number, last: number];

const span = (one: number, other: number): Span => [Math.min(one, other), Math.max(one, other)];

/**
 * What changes when a range that begins at `anchor` and ended at `before` ends at `now`: the rows of the new range are
 * selected, and those that it left are not any more.
 */
export function rangeChange(anchor: number, before: number, now: number): { select: Span; drop: Span[] } {
  const [first, last] = span(anchor, now);
  const [oldFirst, oldLast] = span(anchor, before);
  const drop: Span[] = [];
  if (oldFirst < first) drop.push([oldFirst, first - 1]);
  if (oldLast > last) drop.push([last + 1, oldLast]);
  return { select: [first, last], drop };
}
