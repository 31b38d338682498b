import type { Piece, Row } from './compare-texts.ts';
import { runsOf } from './runs.ts';

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
export const shownRows = (rows: readonly Row[]): Shown[] =>
  runsOf(rows.map(({ kind }) => kind === 'same')).flatMap(({ kind, from, to }): Shown[] => {
    if (kind === 'change') return [{ ...(rows[from] as Row), at: from }];
    const equal = joined(rows, from, to);
    return kind === 'equal' ? equal : [{ kind, rows: equal, at: from }];
  });

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
