import type { Piece } from '../../documents/contents/content-texts.queries.ts';

/** Pieces are this long at most. Shorter ones end at the end of a page, or of a word. */
export const PIECE_CHARACTERS = 4_000;

/** The text of a content from its pieces. Words that are longer than half a piece were cut, and are whole again. */
export const joinPieces = (pieces: readonly Piece[]): string =>
  pieces.map(({ text }, at) => (at === pieces.length - 1 || isCutInWord(text) ? text : `${text}\n`)).join('');

const isCutInWord = (text: string): boolean =>
  // One less where the cut would have parted a surrogate pair.
  text.length >= PIECE_CHARACTERS - 1 && !/[ \n]/.test(text.slice(PIECE_CHARACTERS / 2 + 1));
