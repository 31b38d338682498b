import { STOP_WORDS } from './normalize.ts';

/**
 * Other spellings of numbers and codes. One writes NCh 170 and another NCh170; DS 594, D.S. 594; F30-1, F 30-1; a RUT
 * with dots and without. Folding makes separators spaces, so a spelling says only where words end.
 */

/** More than a code has; a phrase of many codes has more. */
const MAX_SPELLINGS = 12;
/** Longer words before a number are words, and no abbreviation: "acta 2024" is asked as before. */
const MAX_LETTERS = 3;
/** Of a code that was typed in one word. */
const MAX_LETTERS_JOINED = 5;
/** From this length on numbers are split by thousands: years are not, for their halves are in every text. */
const SPLIT_FROM = 5;

const BEGIN = `(?<![^ ])(?!(?:${[...STOP_WORDS].filter((word) => word.length > 1).join('|')}) )`;
const LETTERS = `(?<letters>(?:[a-z] ){1,3}|[a-z]{1,${MAX_LETTERS}} |[a-z]{1,${MAX_LETTERS_JOINED}})?`;
/** The number of a RUT has seven or eight digits, and a check digit that may be K. */
const RUT = '(?<rut>\\d{1,2}(?: \\d{3}){2}|\\d{7,8}) ?(?<check>[\\dk])';
const NUMBER = '(?<number>\\d{1,3}(?: \\d{3})+|\\d+)(?:(?<tail>[a-z])| (?<apart>[b-df-np-tvwxz]))?';
const CODE = new RegExp(`${BEGIN}${LETTERS}(?:${RUT}|${NUMBER})(?![^ ])`, 'g');

/**
 * The other spellings of folded words, each as its words: nothing but the codes and numbers among them changes.
 * Empty where there are none.
 */
export function otherSpellings(words: readonly string[]): string[][] {
  const said = words.join(' ');
  if (!/\d/.test(said)) return [];
  let spellings = [''];
  let last = 0;
  for (const match of said.matchAll(CODE)) {
    const before = said.slice(last, match.index);
    const each = new Set([match[0], ...spellingsOf(match.groups ?? {}, match[0])]);
    spellings = spellings
      .flatMap((begun) => [...each].map((spelling) => begun + before + spelling))
      .slice(0, MAX_SPELLINGS + 1);
    last = match.index + match[0].length;
  }
  const all = new Set(spellings.map((begun) => begun + said.slice(last)));
  all.delete(said);
  return [...all].map((spelling) => spelling.split(' '));
}

/**
 * The spellings of an abbreviation and a number that were typed as words of their own, other than side by side as typed:
 * those are found as two words.
 */
export function joinedSpellings(letters: readonly string[], number: readonly string[]): string[][] {
  const apart = `${letters.join(' ')} `;
  return otherSpellings([...letters, ...number]).filter((words) => !words.join(' ').startsWith(apart));
}

/** Whether words may be the letters of a code: a short word, or single letters. */
export const isAbbreviation = (words: readonly string[]): boolean =>
  words.every((word) => /^[a-z]$/.test(word)) ||
  (words.length === 1 &&
    words[0] !== undefined &&
    words[0].length <= MAX_LETTERS &&
    /^[a-z]+$/.test(words[0]));

function spellingsOf(parts: Partial<Record<string, string>>, whole: string): string[] {
  const { letters = '', rut, check = '', number = '', tail, apart } = parts;
  if (rut !== undefined) {
    const asNumber = /\d$/.test(whole) ? numbers(whole.slice(letters.length)) : [];
    return [...numbers(rut).flatMap((each) => [`${each} ${check}`, each + check]), ...asNumber].map(
      (each) => letters + each,
    );
  }
  const end = tail ?? apart;
  const tails = numbers(number).flatMap((each) => (end ? [each + end, `${each} ${end}`] : [each]));
  const short = letters.replaceAll(' ', '');
  if (short === '') return tails;
  return tails.flatMap((each) => [
    short + each,
    `${short} ${each}`,
    ...(isDotted(short) ? [`${[...short].join(' ')} ${each}`] : []),
  ]);
}

/** Abbreviations that are also written with dots: D.S., D.F.L. Three letters with a vowel are a word. */
const isDotted = (letters: string): boolean => /^(?:[a-z]{2}|[^aeiou]{3})$/.test(letters);

/** A number as it stands, without separators, and by thousands. */
function numbers(said: string): string[] {
  const plain = said.replaceAll(' ', '');
  const split = plain.length >= SPLIT_FROM && !plain.startsWith('0');
  return [...new Set([said, plain, ...(split ? [plain.replace(/\B(?=(?:\d{3})+$)/g, ' ')] : [])])];
}
