import type { Anchor } from '#shared/comments/comments.schemas.ts';
import { ANCHOR } from '#shared/platform/limits.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out here
const UNSENT = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu;
/** Long enough for a context of single spaces in a text with line ends and indents. */
const READ = ANCHOR.context * 3;
/** No word is longer. */
const WORD = 40;

/** Half of a character outside of the basic plane becomes the sign for what cannot be shown. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** One line, without the characters that no text of Legajo may contain. */
const clean = (text: string): string => wellFormed(text.replace(UNSENT, ' ').replace(/\s+/gu, ' ').trim());

/** The words at the beginning of a text that fit into so many characters. */
function firstWords(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.lastIndexOf(' ', max);
  return wellFormed(text.slice(0, cut > 0 ? cut : max));
}

/** The same from its end. */
function lastWords(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.indexOf(' ', text.length - max);
  return wellFormed(text.slice(cut < 0 ? -max : cut + 1));
}

const LETTER = /[\p{L}\p{N}]/u;

/** Takes in the rest of a word of which a part is selected: nobody means half a word. */
function wholeWords(text: string, start: number, end: number): [number, number] {
  const isWithin = (at: number): boolean => LETTER.test(text[at - 1] ?? '') && LETTER.test(text[at] ?? '');
  let [from, to] = [start, end];
  while (from > 0 && start - from < WORD && isWithin(from)) from -= 1;
  while (to < text.length && to - end < WORD && isWithin(to)) to += 1;
  return [from, to];
}

/**
 * The anchor of the passage from `start` to `end` of a text. A passage that is longer than an anchor may quote is quoted
 * by its beginning. Undefined where nothing of it can be read.
 */
export function makeAnchor(
  text: string,
  start: number,
  end: number,
  page: number | null = null,
): Anchor | undefined {
  const [from, to] = wholeWords(text, start, end);
  const quote = firstWords(clean(text.slice(from, to)), ANCHOR.quote);
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(quote)) return undefined;
  return {
    quote,
    prefix: lastWords(clean(text.slice(Math.max(0, from - READ), from)), ANCHOR.context),
    suffix: firstWords(clean(text.slice(to, to + READ)), ANCHOR.context),
    page,
  };
}
