import { type RawBuilder, sql } from 'kysely';
import { normalizedWords, STOP_WORDS } from './normalize.ts';
import { SEARCH_CONFIG } from './search-sql.ts';

/** One thing that a person asked for: a word, or words that must stand side by side. */
export interface SearchTerm {
  /** Normalized words with their place in the phrase (stop words leave gaps). */
  words: readonly { word: string; at: number }[];
  excluded: boolean;
  /** The last word, perhaps not typed to its end: words that begin with it match too. */
  prefix: boolean;
}

const MAX_QUERY_CHARACTERS = 400;
const MAX_TERMS = 16;
const MAX_WORD_CHARACTERS = 60;
/** Shorter beginnings would match half the dictionary. */
const MIN_PREFIX_CHARACTERS = 3;

/**
 * Reads what was typed: words (all of them must match), "phrases in quotes", -exclusions. Any input is legal;
 * what means nothing (only punctuation, only stop words) gives no terms, which callers treat as no text at all.
 */
export function parseSearch(text: string): SearchTerm[] {
  const asked = text.slice(0, MAX_QUERY_CHARACTERS);
  const terms: SearchTerm[] = [];
  let unfinished: SearchTerm | undefined;
  for (const [, minus, quoted, bare] of asked.matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/gu)) {
    const words = normalizedWords(quoted ?? bare ?? '')
      .map((word, at) => ({ word: word.slice(0, MAX_WORD_CHARACTERS), at }))
      .filter(({ word }) => !STOP_WORDS.has(word));
    if (words.length === 0 || terms.length === MAX_TERMS) {
      unfinished = undefined;
      continue;
    }
    const term = { words, excluded: minus === '-', prefix: false };
    terms.push(term);
    unfinished = quoted === undefined && !term.excluded ? term : undefined;
  }
  const [only, ...more] = unfinished?.words ?? [];
  if (
    unfinished &&
    only &&
    more.length === 0 &&
    only.word.length >= MIN_PREFIX_CHARACTERS &&
    !/\s$/u.test(asked)
  ) {
    unfinished.prefix = true;
  }
  return terms;
}

/** Quotes are safe: normalization leaves neither quotes nor backslashes in a word. */
function phrase(term: SearchTerm): string {
  let text = '';
  let last = 0;
  for (const { word, at } of term.words) {
    text += text === '' ? `'${word}'` : ` <${at - last}> '${word}'`;
    last = at;
  }
  return term.excluded ? `!(${text})` : `(${text})`;
}

/**
 * The tsquery of what was typed as an SQL expression to match against `legajo_tsvector`, or null where there is
 * nothing to search for. Never an error of the database, whatever the text.
 */
export function toTsQuery(text: string): RawBuilder<string> | null {
  const terms = parseSearch(text);
  if (terms.length === 0) {
    return null;
  }
  const whole = terms.filter((term) => !term.prefix).map(phrase);
  const open = terms.find((term) => term.prefix);
  const config = sql.lit(SEARCH_CONFIG);
  const all = sql<string>`to_tsquery(${config}, ${whole.join(' & ')})`;
  if (!open) {
    return all;
  }
  const word = open.words[0]?.word ?? '';
  // The stem as if the word were complete, or anything that begins with it: among stems, and among title words.
  const plain = word.replaceAll('ó', 'o');
  const begun = `'${plain}':* | '=${plain}':*`;
  const last = sql<string>`(to_tsquery(${config}, ${`'${word}'`}) || ${begun}::tsquery)`;
  return whole.length === 0 ? last : sql<string>`(${all} && ${last})`;
}
