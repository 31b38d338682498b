import type { Piece, Row } from './compare-texts.ts';

/** Equal sentences that stay beside a change, before and after it. */
const AROUND = 2;
/** Fewer than this are not folded away: the line that says so would take as much room. */
const FOLDED = 3;

/** What stands in one line of the screen: a row, or the equal sentences that are folded away. */
export type Shown =
  | (Row & { readonly at: number })
  | {
      readonly kind: 'folded';
      readonly rows: readonly (Row & { readonly at: number })[];
      readonly at: number;
    };

/** The number of changes: each sentence that was changed, added or removed is one. */
export const countChanges = (rows: readonly Row[]): number =>
  rows.filter(({ kind }) => kind !== 'same').length;

/** Folds sentences that are equal in both, but for those beside a change, and joins those of one paragraph. */
export function shownRows(rows: readonly Row[]): Shown[] {
  const shown: Shown[] = [];
  let from = 0;
  while (from < rows.length) {
    let to = from;
    while (to < rows.length && rows[to]?.kind === 'same') to += 1;
    if (to === from) {
      shown.push({ ...(rows[from] as Row), at: from });
      from += 1;
      continue;
    }
    const first = from === 0 ? from : Math.min(to, from + AROUND);
    const last = to === rows.length ? to : Math.max(first, to - AROUND);
    if (last - first < FOLDED) shown.push(...joined(rows, from, to));
    else {
      shown.push(...joined(rows, from, first));
      shown.push({ kind: 'folded', rows: joined(rows, first, last), at: first });
      shown.push(...joined(rows, last, to));
    }
    from = to;
  }
  return shown;
}

/** Equal sentences of one paragraph as one row. */
function joined(rows: readonly Row[], from: number, to: number): (Row & { at: number })[] {
  const result: { kind: 'same'; pieces: Piece[]; paragraph: number; at: number }[] = [];
  for (let at = from; at < to; at += 1) {
    const { pieces, paragraph } = rows[at] as Row;
    const before = result.at(-1);
    if (before?.paragraph === paragraph)
      before.pieces = [{ kind: 'same', text: `${before.pieces[0]?.text} ${pieces[0]?.text}` }];
    else result.push({ kind: 'same', pieces: [...pieces], paragraph, at });
  }
  return result;
}
