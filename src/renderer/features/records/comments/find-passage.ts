import type { Anchor } from '#shared/comments/comments.schemas.ts';
import { sameWords } from '../compare/compare-texts.ts';
import { sentencesOf } from '../compare/sentences.ts';

/** Where a passage stands in a list of sentences. */
export interface Place {
  /** Positions in the list. */
  readonly first: number;
  readonly last: number;
  /** Whether its words are still the same; else this is the sentence that says nearly what it said. */
  readonly exact: boolean;
}

export type FindPassage = (anchor: Pick<Anchor, 'quote' | 'prefix' | 'suffix'>) => Place | undefined;

/**
 * The share of words from which a sentence anywhere in the text is the passage with other words. More than the
 * comparison asks of two sentences of one place: clauses of a contract resemble each other.
 */
const ALIKE = 0.7;
/** Maximum number of places of one quote that are weighed by what stands around them. */
const WEIGHED = 200;

/**
 * Prepares a text, given by its sentences, for looking up passages that were quoted from it or from another version of
 * it: by the exact words, of several places the one with most of its context around it; else by the sentence that
 * shares most words with the passage.
 */
export function createFinder(sentences: readonly string[]): FindPassage {
  const starts: number[] = [];
  let whole = '';
  for (const sentence of sentences) {
    starts.push(whole.length);
    whole += `${sameWords(sentence).trim()} `;
  }
  const sentenceAt = (position: number): number => {
    let from = 0;
    let to = starts.length - 1;
    while (from < to) {
      const middle = Math.ceil((from + to) / 2);
      if ((starts[middle] ?? 0) <= position) from = middle;
      else to = middle - 1;
    }
    return from;
  };
  let alike: ((text: string) => number | undefined) | undefined;
  return ({ quote, prefix, suffix }) => {
    const wanted = sameWords(quote).trim();
    if (wanted === '') return undefined;
    const at = bestPlace(whole, wanted, sameWords(prefix).trim(), sameWords(suffix).trim());
    if (at !== undefined) {
      return { first: sentenceAt(at), last: sentenceAt(at + wanted.length - 1), exact: true };
    }
    alike ??= createAlike(sentences);
    const near = alike(sentenceAround(quote, prefix, suffix));
    return near === undefined ? undefined : { first: near, last: near, exact: false };
  };
}

function bestPlace(whole: string, wanted: string, prefix: string, suffix: string): number | undefined {
  let best: number | undefined;
  let most = -1;
  let at = whole.indexOf(wanted);
  for (let weighed = 0; at >= 0 && weighed < WEIGHED; weighed += 1) {
    const end = at + wanted.length;
    const around =
      sharedEnd(whole.slice(Math.max(0, at - prefix.length - 1), at).trim(), prefix) +
      sharedStart(whole.slice(end, end + suffix.length + 1).trim(), suffix);
    if (around > most) [best, most] = [at, around];
    at = whole.indexOf(wanted, at + 1);
  }
  return best;
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}

function sharedEnd(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one.at(-1 - length) === other.at(-1 - length))
    length += 1;
  return length;
}

/**
 * The passage with the rest of its sentence, as far as its context goes: "180" alone resembles nothing. Of several
 * sentences the longest, which says most about where they stood.
 */
function sentenceAround(quote: string, prefix: string, suffix: string): string {
  const before = sentencesOf(`${prefix} ${quote}`, 'paragraphs').map(({ text }) => text);
  const after = sentencesOf(`${quote} ${suffix}`, 'paragraphs').map(({ text }) => text);
  const quoted = sentencesOf(quote, 'paragraphs').map(({ text }) => text);
  const [head = '', tail = ''] = [before.at(-quoted.length), after[quoted.length - 1]];
  if (quoted.length <= 1) return `${head.slice(0, Math.max(0, head.length - quote.length))}${tail}`;
  return [head, ...quoted.slice(1, -1), tail].reduce((one, other) =>
    other.length > one.length ? other : one,
  );
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function countOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Finds the sentence that shares most words with a text (Dice's coefficient, as the comparison pairs sentences). */
function createAlike(sentences: readonly string[]): (text: string) => number | undefined {
  const totals: number[] = [];
  const holding = new Map<string, [at: number, count: number][]>();
  for (const [at, sentence] of sentences.entries()) {
    const words = wordsOf(sentence);
    totals.push(words.length);
    for (const [word, count] of countOf(words)) {
      const known = holding.get(word);
      if (known) known.push([at, count]);
      else holding.set(word, [[at, count]]);
    }
  }
  return (text) => {
    const words = wordsOf(text);
    const both = new Map<number, number>();
    for (const [word, count] of countOf(words))
      for (const [at, there] of holding.get(word) ?? [])
        both.set(at, (both.get(at) ?? 0) + Math.min(count, there));
    let best: number | undefined;
    let most = ALIKE;
    for (const [at, shared] of both) {
      const share = (2 * shared) / (words.length + (totals[at] ?? 0));
      if (share > most || (share === most && best === undefined)) [best, most] = [at, share];
    }
    return best;
  };
}
