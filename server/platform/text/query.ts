import { type RawBuilder, sql } from 'kysely';
import { EXACT, exactPrefixes, FURTHER_SECTIONS, MAX_WORD_CHARACTERS, SECTION } from './exact-sql.ts';
import { foldedWords, normalizedWords, numberForms, STOP_WORDS } from './normalize.ts';
import { SEARCH_CONFIG } from './search-sql.ts';

/** A word that is compared by stem. */
export interface TermWord {
  /** In normalized form. */
  readonly word: string;
  /** The word, its plural and its singular, in normalized form. */
  readonly forms: readonly string[];
  /** Its place in the phrase. Stop words leave gaps. */
  readonly at: number;
}

/** One word of a query, or a phrase. */
export interface SearchTerm {
  /** Without stop words. */
  readonly words: readonly TermWord[];
  /** All words of the term as they stand, folded. */
  readonly literal: readonly string[];
  /** It was in quotes: only the literal words match, in their order. */
  readonly exact: boolean;
  readonly excluded: boolean;
  /** The last word may be incomplete: words that begin with it match too. */
  readonly prefix: boolean;
}

const MAX_QUERY_CHARACTERS = 400;
const MAX_TERMS = 16;
/** Shorter prefixes would match half the dictionary. */
const MIN_PREFIX_CHARACTERS = 3;

/**
 * Parses a query: words (all of them must match), "phrases in quotes", -exclusions. Any input is legal. Stop words count
 * in quotes, and where there is nothing else. A text of punctuation gives no terms, which callers treat as no text.
 */
export function parseSearch(text: string): SearchTerm[] {
  const asked = text.slice(0, MAX_QUERY_CHARACTERS);
  const all = [...asked.matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/gu)].flatMap(
    ([whole, minus, quoted, bare = ''], at, { length }) => {
      const unfinished = at === length - 1 && quoted === undefined && minus === '' && asked.endsWith(whole);
      return termOf(quoted ?? bare, quoted !== undefined, minus === '-', unfinished) ?? [];
    },
  );
  const telling = all.filter((term) => term.exact || term.words.length > 0);
  if (telling.some((term) => !term.excluded)) return telling.slice(0, MAX_TERMS);
  const stopWords = all.filter((term) => !term.excluded && term.words.length === 0);
  return [...stopWords.map((term) => ({ ...term, exact: true })), ...telling].slice(0, MAX_TERMS);
}

function termOf(said: string, exact: boolean, excluded: boolean, unfinished: boolean): SearchTerm | null {
  const literal = foldedWords(said).map((word) => word.slice(0, MAX_WORD_CHARACTERS));
  if (literal.length === 0) return null;
  const words = normalizedWords(said).flatMap((whole, at) => {
    const word = whole.slice(0, MAX_WORD_CHARACTERS);
    return STOP_WORDS.has(word) ? [] : [{ word, forms: numberForms(literal[at] ?? word), at }];
  });
  const [only = literal[0], ...more] = words.map(({ word }) => word);
  const prefix = unfinished && more.length === 0 && (only?.length ?? 0) >= MIN_PREFIX_CHARACTERS;
  return { words, literal, exact, excluded, prefix };
}

/** Quoting is safe: folding leaves neither quotes nor backslashes in a word. */
const quote = (word: string): string => `'${word}'`;

const anyOf = (alternatives: readonly string[]): string =>
  alternatives.length === 1 ? (alternatives[0] ?? '') : `(${alternatives.join(' | ')})`;

/** A word that was cut is known by its beginning only. */
const lexeme = (word: string): string =>
  word.length < MAX_WORD_CHARACTERS ? quote(word) : `${quote(word)}:*`;

/** The words by stem, in their places. For `to_tsquery`. Empty where all are stop words. */
function byStem({ words }: SearchTerm): string {
  let text = '';
  let last = 0;
  for (const { forms, at } of words) {
    const each = anyOf(forms.map(lexeme));
    text += text === '' ? each : ` <${at - last}> ${each}`;
    last = at;
  }
  return text;
}

/** The words as they stand, one after the other. A tsquery as text: the parser would change the words. */
function literally({ literal }: SearchTerm): string {
  const phrases = Array.from({ length: SECTION.most }, (_, section) =>
    literal
      .map((word) => anyOf(exactPrefixes(word, section).map((prefix) => quote(prefix + word))))
      .join(' <-> '),
  );
  const [first = '', ...further] = phrases;
  // Most documents have one section, and are asked no more.
  return `(${first} | (${quote(FURTHER_SECTIONS)} & (${further.join(' | ')})))`;
}

/** A tsquery as an SQL expression. */
type Query = RawBuilder<string>;

const stemmed = (query: string): Query => sql<string>`to_tsquery(${sql.lit(SEARCH_CONFIG)}, ${query})`;
const asIs = (query: string): Query => sql<string>`${query}::tsquery`;
const combined = (queries: readonly Query[], operator: '&&' | '||'): Query =>
  queries.length === 1 && queries[0]
    ? queries[0]
    : sql<string>`(${sql.join(queries, sql.raw(` ${operator} `))})`;

/** What a document is found by, and what it is ranked by: a vector of its sheet, which has no unstemmed words. */
type Purpose = 'find' | 'rank';

function queryOf(term: SearchTerm, purpose: Purpose): Query {
  const stems = byStem(term);
  const alternatives: Query[] = [];
  if (!term.exact || (purpose === 'rank' && stems !== '')) alternatives.push(stemmed(stems));
  // A code such as F30-1 is found wherever it stands in a long text.
  if (term.exact || (purpose === 'find' && term.literal.length > 1)) alternatives.push(asIs(literally(term)));
  // Without unstemmed words in their order, the stems in their order are the best that can be asked for.
  if (term.exact && purpose === 'find' && stems !== '')
    alternatives.push(sql<string>`(${asIs(`!${quote(EXACT)}`)} && ${stemmed(stems)})`);
  if (term.prefix) {
    // Any stem or title word that begins with it. A word without its end is not stemmed: "obra" would find "obrero".
    const begun = (term.words[0]?.word ?? term.literal[0] ?? '').replaceAll('ó', 'o');
    alternatives.push(asIs(`${quote(begun)}:* | ${quote(`=${begun}`)}:*`));
  }
  const either = combined(alternatives, '||');
  return term.excluded ? sql<string>`(!! ${either})` : either;
}

/**
 * The tsquery of a query as an SQL expression to match against `legajo_tsvector`, or null where there is nothing to
 * search for. No text makes it fail in the database.
 */
export function toTsQuery(text: string, purpose: Purpose = 'find'): Query | null {
  const terms = parseSearch(text);
  return terms.length === 0
    ? null
    : combined(
        terms.map((term) => queryOf(term, purpose)),
        '&&',
      );
}
