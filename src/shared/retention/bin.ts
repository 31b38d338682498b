/* Looking through the bin, and emptying it (docs/domain/retention.md). */

export const BIN_SORTS = ['newest', 'oldest', 'largest'] as const;
export type BinSort = (typeof BIN_SORTS)[number];

export const BIN_KEPT = ['free', 'held', 'retained'] as const;
export type BinKept = (typeof BIN_KEPT)[number];

/** The word that a person types to empty the bin. */
export const BIN_EMPTY_WORD = 'VACIAR';
