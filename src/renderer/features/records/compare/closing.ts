/** A part of the two versions that was not compared. */
export type Uncompared =
  /** Only what comes first of a long text, workbook, drawn document; or images made smaller, to so many pixels. */
  | { readonly part: 'characters' | 'sheets' | 'pages' | 'pixels'; readonly first: number }
  /** Only what comes first of a sheet; '' where it has no name. */
  | { readonly part: 'rows' | 'columns'; readonly first: number; readonly sheet: string }
  /** Cells whose end was left out, and pages that could not be drawn. */
  | { readonly part: 'cells' | 'brokenPages'; readonly count: number };

/** What says that two versions are the same, by what was compared. */
const SAME = {
  text: 'compare.same',
  tables: 'compare.tables.same',
  sheet: 'compare.tables.sameSheet',
  pages: 'compare.pages.same',
  images: 'compare.images.same',
} as const;
export type Compared = keyof typeof SAME;

/**
 * The sentence that closes a comparison: no part that was left out may pass for equal.
 * @returns the key of its text; undefined where the changes speak for themselves
 */
export function closingOf(what: Compared, changes: number, uncompared: readonly Uncompared[]) {
  if (changes > 0) return undefined;
  return uncompared.length > 0 ? 'compare.sameSoFar' : SAME[what];
}

/** Where a line of a comparison stands: in both versions, or in one of them only. */
export type Standing = 'both' | 'added' | 'removed';

/** The standing of a row that may also be the same or changed, which are in both. */
export const standingOf = ({ kind }: { readonly kind: string }): Standing =>
  kind === 'added' || kind === 'removed' ? kind : 'both';

/**
 * Leaves out the lines at the end that only one version has, where the other one was cut: what was put in before moved
 * them beyond its cut, so nobody knows whether they are gone.
 * @param cut which versions have more than was compared
 */
export function withoutLooseEnd<L>(
  lines: readonly L[],
  standing: (line: L) => Standing,
  cut: { readonly before: boolean; readonly after: boolean },
): readonly L[] {
  const last = lines.at(-1);
  const side = last === undefined ? 'both' : standing(last);
  const isLoose = side === 'removed' ? cut.after : side === 'added' && cut.before;
  if (!isLoose) return lines;
  let end = lines.length;
  while (end > 0 && standing(lines[end - 1] as L) === side) end -= 1;
  // Where the other one's lines stand right before, something was rewritten there: that is a change.
  const before = lines[end - 1];
  return before === undefined || standing(before) !== 'both' ? lines : lines.slice(0, end);
}
