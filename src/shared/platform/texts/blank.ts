/**
 * Characters of which nothing is seen, or an empty box, though Unicode does not say that they may be left out: controls of
 * annotations, what stands for an object, controls and blanks of hieroglyphs, a Khitan filler, a musical note without a
 * head. Part of a character class.
 */
export const UNMARKED_OTHERS = '\\ufff9-\\ufffc\\u{13430}-\\u{1343f}\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}';

/**
 * Anything that leaves a mark: no space, no control or format character, no filler letter, no empty Braille cell, and no
 * combining mark, which needs a letter to stand on.
 */
const MARK = new RegExp(
  `[^\\p{White_Space}\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cf}\\p{Cs}\\p{M}\\u2800${UNMARKED_OTHERS}]`,
  'u',
);

/** Whether nobody sees anything of a text: a title of such characters alone would be a line that nobody can find. */
export const isBlank = (text: string): boolean => !MARK.test(text);
