import { type RawBuilder, sql } from 'kysely';
import { EXACT, exactPrefixes, FURTHER_SECTIONS, MAX_WORD_CHARACTERS, SECTION } from './exact-sql.ts';
import { foldedWords, normalizedWords, numberForms, STOP_WORDS } from './normalize.ts';
import { SEARCH_CONFIG } from './search-sql.ts';
import { isAbbreviation, joinedSpellings, otherSpellings } from './spellings.ts';

/** A word that is compared by stem. */
export interface TermWord {
  /** In normalized form. */
  readonly word: string;
  /** The word, its plural and its singular, in normalized form. */
  readonly forms: readonly string[];
  /** Its place in the phrase. Stop words leave gaps. */
  readonly at: number;
}

/** A word or a phrase in one spelling. */
export interface Spelling {
  /** Without stop words. */
  readonly words: readonly TermWord[];
  /** All words of the term as they stand, folded. */
  readonly literal: readonly string[];
  /** It was in quotes: only the literal words match, in their order. */
  readonly exact: boolean;
  /** The last word may be incomplete: words that begin with it match too. */
  readonly prefix: boolean;
}

/** One word of a query, or a phrase. */
export interface SearchTerm extends Spelling {
  readonly excluded: boolean;
  /** Each of them is found in its place (`spellings.ts`). An exclusion has none: it excludes what it says. */
  readonly spellings: readonly Spelling[];
  /** The term side by side with the other words of its code; the term itself where it was typed as one. */
  readonly code: Spelling;
}

/** A term as it was typed. */
interface Typed {
  readonly term: Spelling;
  readonly quoted: boolean;
  readonly excluded: boolean;
  readonly unfinished: boolean;
}

const MAX_QUERY_CHARACTERS = 400;
const MAX_TERMS = 16;
/** All other spellings of a query together: each word is asked for in every section of a text. */
const MAX_SPELLED_WORDS = 200;
/** Shorter prefixes would match half the dictionary. */
const MIN_PREFIX_CHARACTERS = 3;
/** Of a prefix that is compared with words as they stand: shorter ones are within the stems. */
const MIN_TYPED_CHARACTERS = 5;

/** A minus excludes, unless a number follows it: level -2, an amount. */
const TERM = /(-(?![^\s"\p{L}\p{N}]*\p{N}))?(?:"([^"]*)"?|([^\s"]+))/gu;

/**
 * Parses a query: words (all of them must match), "phrases in quotes", -exclusions. Any input is legal. Stop words count
 * in quotes, and where there is nothing else. A text of punctuation gives no terms, which callers treat as no text.
 */
export function parseSearch(text: string): SearchTerm[] {
  const asked = text.slice(0, MAX_QUERY_CHARACTERS);
  const typed = [...asked.matchAll(TERM)].flatMap(([whole, minus, phrase, bare = ''], at, { length }) => {
    const quoted = phrase !== undefined;
    const excluded = minus !== undefined;
    const unfinished = at === length - 1 && !quoted && !excluded && asked.endsWith(whole);
    const term = termOf(phrase ?? bare, quoted, unfinished);
    return term ? [{ term, quoted, excluded, unfinished }] : [];
  });
  const all = withSpellings(typed);
  const telling = all.filter((term) => term.exact || term.words.length > 0);
  if (telling.some((term) => !term.excluded)) return telling.slice(0, MAX_TERMS);
  const stopWords = all.filter((term) => !term.excluded && term.words.length === 0);
  return [...stopWords.map((term) => ({ ...term, exact: true })), ...telling].slice(0, MAX_TERMS);
}

function termOf(said: string, exact: boolean, unfinished: boolean): Spelling | null {
  const literal = foldedWords(said).map((word) => word.slice(0, MAX_WORD_CHARACTERS));
  if (literal.length === 0) return null;
  const words = normalizedWords(said).flatMap((whole, at) => {
    const word = whole.slice(0, MAX_WORD_CHARACTERS);
    return STOP_WORDS.has(word) ? [] : [{ word, forms: numberForms(literal[at] ?? word), at }];
  });
  const [only = literal[0], ...more] = words.map(({ word }) => word);
  const prefix = unfinished && more.length === 0 && (only?.length ?? 0) >= MIN_PREFIX_CHARACTERS;
  return { words, literal, exact, prefix };
}

/**
 * Adds the other spellings of each term. A code that was typed as two words is found in one word in the place of both:
 * as each of them has that word for a spelling, all of them match where it stands.
 */
function withSpellings(typed: readonly Typed[]): SearchTerm[] {
  const spellings = typed.map(({ term, quoted, excluded, unfinished }) =>
    excluded ? [] : otherSpellings(term.literal).flatMap((words) => spelled(words, quoted, unfinished)),
  );
  const codes = typed.map(({ term }) => term);
  for (const [at, { term, quoted, excluded, unfinished }] of typed.entries()) {
    if (quoted || excluded || !/^\d/.test(term.literal[0] ?? '')) continue;
    const first = lettersBefore(typed, at);
    const letters = typed.slice(first, at).flatMap((each) => each.term.literal);
    const joined = joinedSpellings(letters, term.literal).flatMap((words) =>
      spelled(words, false, unfinished),
    );
    if (first === at) continue;
    for (const each of spellings.slice(first, at + 1)) each.push(...joined);
    const [code] = spelled([...letters, ...term.literal], false, unfinished);
    if (code) codes.fill(code, first, at + 1);
  }
  let left = MAX_SPELLED_WORDS;
  const few = ({ literal }: Spelling): boolean => {
    left -= literal.length;
    return left >= 0;
  };
  return typed.map(({ term, excluded }, at) => ({
    ...term,
    excluded,
    spellings: (spellings[at] ?? []).filter(few),
    code: codes[at] ?? term,
  }));
}

/** Where the abbreviation begins that stands before a number: one word, or up to three single letters. */
function lettersBefore(typed: readonly Typed[], number: number): number {
  const lettersAt = (at: number): readonly string[] | null => {
    const { term, quoted, excluded } = typed[at] ?? {};
    return term && !quoted && !excluded && isAbbreviation(term.literal) ? term.literal : null;
  };
  let first = number;
  for (let count = 0; count < 3; first -= 1) {
    const letters = lettersAt(first - 1);
    if (letters === null) break;
    if (letters.some((word) => word.length > 1)) return count === 0 ? first - 1 : first;
    count += letters.length;
  }
  return first;
}

/** Without its stop words a spelling would say less than what was typed: "A36" is not any 36. */
function spelled(words: readonly string[], quoted: boolean, unfinished: boolean): Spelling[] {
  const exact = quoted || words.some((word) => STOP_WORDS.has(word));
  const term = termOf(words.join(' '), exact, unfinished);
  return term ? [term] : [];
}

/** Quoting is safe: folding leaves neither quotes nor backslashes in a word. */
const quote = (word: string): string => `'${word}'`;

const anyOf = (alternatives: readonly string[]): string =>
  alternatives.length === 1 ? (alternatives[0] ?? '') : `(${alternatives.join(' | ')})`;

/** A word that was cut is known by its beginning only. */
const lexeme = (word: string): string =>
  word.length < MAX_WORD_CHARACTERS ? quote(word) : `${quote(word)}:*`;

/** The words by stem, in their places. For `to_tsquery`. Empty where all are stop words. */
function byStem({ words }: Spelling): string {
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
export function literally({ literal }: Pick<Spelling, 'literal'>): string {
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

/** Any word of any section that begins so. A tsquery as text. */
const begunAsItStands = (typed: string): string =>
  anyOf(
    Array.from({ length: SECTION.most }, (_, section) => exactPrefixes(typed, section))
      .flat()
      .map((prefix) => `${quote(prefix + typed)}:*`),
  );

/** What a document is found by, and what it is ranked by: a vector of its sheet, which has no unstemmed words. */
type Purpose = 'find' | 'rank';

function alternativesOf(term: Spelling, purpose: Purpose): Query[] {
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
    // What is typed beyond the stem begins no stem: "compactaci". Words of texts are kept as they stand, too.
    const [typed = ''] = term.literal;
    if (purpose === 'find' && term.literal.length === 1 && typed.length >= MIN_TYPED_CHARACTERS)
      alternatives.push(asIs(begunAsItStands(typed)));
  }
  return alternatives;
}

function queryOf(term: SearchTerm, purpose: Purpose): Query {
  const either = combined(
    [term, ...term.spellings].flatMap((each) => alternativesOf(each, purpose)),
    '||',
  );
  return term.excluded ? sql<string>`(!! ${either})` : either;
}

/**
 * The tsquery of a query as an SQL expression to match against `legajo_tsvector`, or null where there is nothing to
 * search for. No text makes it fail in the database.
 */
export const toTsQuery = (text: string, purpose: Purpose = 'find'): Query | null =>
  tsQueryOf(parseSearch(text), purpose);

/** The same of parsed terms. */
export function tsQueryOf(terms: readonly SearchTerm[], purpose: Purpose = 'find'): Query | null {
  const queries = terms.map((term) => queryOf(term, purpose));
  return queries.length === 0 ? null : combined(queries, '&&');
}
