/** Heights in pixels of the title's line, and of what may stand below it. */
const WIDE = { row: 38, place: 18, snippet: 20 } as const;
/** Two lines of title with the state below; two lines of passage, because one would cut it off before the hit. */
const NARROW = { row: 82, place: 18, snippet: 35 } as const;

/** The height of a document's row. It is known before the row is drawn, so that nothing jumps. */
export function rowHeight({
  narrow,
  place,
  snippet,
}: {
  /** Undefined until it is known. */
  readonly narrow: boolean | undefined;
  readonly place: boolean;
  readonly snippet: boolean;
}): number {
  const heights = narrow ? NARROW : WIDE;
  return heights.row + (place ? heights.place : 0) + (snippet ? heights.snippet : 0);
}
