import { type RawBuilder, sql } from 'kysely';
import { normalizedWords, STOP_WORDS } from './normalize.ts';
import { SEARCH_CONFIG } from './search-sql.ts';

/** One word of a query, or a phrase. */
export interface SearchTerm {
  /** Normalized words with their place in the phrase (stop words leave gaps). */
  words: readonly { word: string; at: number }[];
  excluded: boolean;
  /** The last word may be incomplete: words that begin with it match too. */
  prefix: boolean;
}

const MAX_QUERY_CHARACTERS = 400;
const MAX_TERMS = 16;
const MAX_WORD_CHARACTERS = 60;
/** Shorter prefixes would match half the dictionary. */
const MIN_PREFIX_CHARACTERS = 3;

/**
 * Parses a query: words (all of them must match), "phrases in quotes", -exclusions. Any input is legal. Text without
 * meaning (only punctuation, only stop words) gives no terms, which callers treat as no text.
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

/** Quoting is safe: normalization leaves neither quotes nor backslashes in a word. */
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
 * The tsquery of a query as an SQL expression to match against `legajo_tsvector`, or null where there is nothing to
 * search for. No text makes it fail in the database.
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
  // The stem as if the word were complete, or any stem or title word that begins with it.
  const plain = word.replaceAll('ó', 'o');
  const begun = `'${plain}':* | '=${plain}':*`;
  const last = sql<string>`(to_tsquery(${config}, ${`'${word}'`}) || ${begun}::tsquery)`;
  return whole.length === 0 ? last : sql<string>`(${all} && ${last})`;
}
