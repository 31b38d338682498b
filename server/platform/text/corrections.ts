import { normalizedWords, STOP_WORDS } from './normalize.ts';
import { slipsOf } from './slips.ts';
import { MIN_CORRECTED, Vocabulary } from './vocabulary.ts';

/** A word of a question as it was typed. */
interface Typed {
  readonly at: number;
  readonly length: number;
  /** In the form in which search compares it. */
  readonly word: string;
}

export interface Correction {
  readonly text: string;
  /** The words that replaced others, in the form in which search compares them. */
  readonly words: readonly string[];
}

const MOST_TRIES = 8;
/** How many likely words are tried for one: as many of titles as before those of texts were added, and these. */
const MOST_NEAR = 6;

/** A word in the form in which words of titles are stored: without the one accent that the normal form keeps. */
export const withoutAccent = (word: string): string => word.replaceAll('ó', 'o');

/** Words outside of quotes and exclusions: those are meant literally. */
function typedWords(text: string): Typed[] {
  return [...text.matchAll(/(-?)("[^"]*"?|[^\s"]+)/gu)].flatMap((match) => {
    const [whole, minus, token = ''] = match;
    const words = normalizedWords(token);
    const [word = ''] = words;
    const open = minus === '' && !token.startsWith('"') && words.length === 1 && !STOP_WORDS.has(word);
    return open ? [{ at: match.index, length: whole.length, word: withoutAccent(word) }] : [];
  });
}

/** Words of a query that may be misspelt. */
const correctable = (typed: readonly Typed[]): string[] =>
  typed.map(({ word }) => word).filter((word) => word.length >= MIN_CORRECTED);

/** Every word that the corrections of a query look at: its own, and those near to them. */
export const candidateWords = (text: string, vocabulary: Vocabulary): string[] => [
  ...new Set(correctable(typedWords(text)).flatMap((word) => [word, ...vocabulary.near(word)])),
];

/** How many words of a query are looked for in texts: each is several hundred look-ups. */
const MOST_IN_TEXTS = 3;
/** How many words of texts may stand for one that was typed. */
const MOST_NEAR_IN_TEXTS = 2;

/** The words of a query that are looked for in texts, as they may have been meant: those that no title has. */
export const wordsForTexts = (text: string, titles: Vocabulary): string[] =>
  [...new Set(correctable(typedWords(text)))].filter((word) => !titles.has(word) && slipsOf(word).length > 0);

/** The words of texts nearest to those of these words that no text has: one of them may have been meant. */
export async function wordsOfTexts(
  words: readonly string[],
  among: (words: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> {
  const written = await among(words);
  const unknown = words.filter((word) => !written.has(word)).slice(0, MOST_IN_TEXTS);
  const found = new Vocabulary(await among(unknown.flatMap(slipsOf)));
  return unknown.flatMap((word) => found.near(word).slice(0, MOST_NEAR_IN_TEXTS));
}

/**
 * What somebody may have meant by a query that found nothing, best guess first: its unknown words replaced by near
 * words that are known. Empty where there is none.
 */
export function corrections(text: string, vocabulary: Vocabulary): Correction[] {
  let tries: { words: readonly (string | null)[]; cost: number }[] = [{ words: [], cost: 0 }];
  const typed = typedWords(text);
  for (const { word } of typed) {
    const near =
      word.length >= MIN_CORRECTED && !vocabulary.has(word) ? vocabulary.near(word).slice(0, MOST_NEAR) : [];
    // The word itself comes last: a word of some content may be in no title.
    const choices = [...near, null];
    tries = tries
      .flatMap(({ words, cost }) =>
        choices.map((choice, index) => ({
          words: [...words, choice],
          cost: cost + (near.length > 0 ? index : 0),
        })),
      )
      .sort((a, b) => a.cost - b.cost)
      .slice(0, MOST_TRIES + 1);
  }
  return tries
    .filter(({ words }) => words.some((word) => word !== null))
    .slice(0, MOST_TRIES)
    .map(({ words }) => ({
      text: typed.reduceRight((before, { at, length }, index) => {
        const word = words[index];
        return word ? before.slice(0, at) + word + before.slice(at + length) : before;
      }, text),
      words: words.filter((word) => word !== null),
    }));
}

/** The same with each word spelled as in what was found, with accents. */
export function asSpelt({ text, words }: Correction, found: readonly string[]): string {
  const spelt = new Map(
    found.flatMap((said) =>
      (said.match(/\p{L}+/gu) ?? []).map(
        (word) => [withoutAccent(normalizedWords(word)[0] ?? ''), word.toLowerCase()] as const,
      ),
    ),
  );
  return words.reduce((before, word) => before.replace(word, spelt.get(word) ?? word), text);
}
