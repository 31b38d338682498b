import { foldedWords, normalizedWords, SEPARATORS, STOP_WORDS } from './normalize.ts';
import type { SearchTerm } from './query.ts';

/** A run of the original text, and whether it is one of the words that were asked for. */
export interface Segment {
  text: string;
  hit: boolean;
}

export type Stems = ReadonlyMap<string, string>;

/** One of the words that were asked for, in one of its forms. */
interface Wanted {
  word: string;
  stem: string;
  prefix: boolean;
  /** It was in quotes: only the same word is a hit. */
  exact: boolean;
}

/** A word of a text, as words are compared by stem and in quotes. */
interface Said {
  normalized: string;
  folded: string;
}

const WORD = '[\\p{L}\\p{N}\\p{M}\\u00ad\\u200b-\\u200d]';
const SNIPPET_CHARACTERS = 180;
/** So few come before the first hit that a narrow row, which cuts the end of its passage, still shows it. */
const BEFORE_HIT = 24;

/** The accented forms of a plain letter in Spanish text and in neighbouring languages' names, both cases. */
const SPELLINGS: Record<string, string> = {
  a: 'aáàäâãAÁÀÄÂÃ',
  c: 'cçCÇ',
  e: 'eéèëêEÉÈËÊ',
  i: 'iíìïîIÍÌÏÎ',
  n: 'nñNÑ',
  o: 'oóòöôõOÓÒÖÔÕ',
  u: 'uúùüûUÚÙÜÛ',
};

/**
 * Marks the words of a query in the original text by comparing stems of normalized words, as the index does. Only words
 * that begin like a wanted one are considered, so long texts cost little. Their stems come from `stemsOf`.
 */
export class Highlighter {
  /** Finds where a wanted word may begin; for PostgreSQL's `regexp_instr` and, with flag u, for JavaScript. */
  readonly pattern: string;
  /** One for each word or phrase that was asked for. For PostgreSQL. */
  readonly patterns: readonly string[];
  /** For each word that was asked for: its forms. */
  readonly #wanted: readonly (readonly Wanted[])[];
  readonly #candidate: RegExp | null;

  /** `stems` must contain every word of `queryWords(terms)`. */
  constructor(terms: readonly SearchTerm[], stems: Stems) {
    const asked = terms.filter((term) => !term.excluded);
    this.#wanted = asked.flatMap((term) => placesOf(term, stems).map(({ forms }) => forms));
    this.pattern = beginnings(this.#wanted.flat()).join('|');
    this.patterns = asked.map((term) => sideBySide(placesOf(term, stems)));
    this.#candidate =
      this.pattern === '' ? null : new RegExp(`(?<!${WORD})(?:${this.pattern})${WORD}*`, 'gu');
  }

  /** Normalized words of the text whose stems `mark` and `snippet` will ask for. */
  candidates(text: string): string[] {
    return this.#places(text).flatMap(({ words }) => words.map(({ normalized }) => normalized));
  }

  /** The whole text in segments; joined, they are the text. */
  mark(text: string, stems: Stems): Segment[] {
    return segments(text, this.#hits(text, stems));
  }

  /** Whether the text has each word that was asked for. */
  covers(text: string, stems: Stems): boolean {
    const words = this.#places(text).flatMap((place) => place.words);
    return this.#wanted.every((forms) =>
      words.some((word) => forms.some((want) => meets(want, word, stems))),
    );
  }

  /** A passage of about 180 characters around the densest hits, cut between words; null where there is no hit. */
  snippet(text: string, stems: Stems): Segment[] | null {
    const hits = this.#hits(text, stems);
    const best = densest(hits);
    if (best === undefined) {
      return null;
    }
    const start = wordStart(text, Math.max(0, best - BEFORE_HIT), best);
    const end = wordEnd(text, Math.min(text.length, start + SNIPPET_CHARACTERS));
    const inside = hits
      .filter((hit) => hit.from >= start && hit.to <= end)
      .map((hit) => ({ from: hit.from - start, to: hit.to - start }));
    const piece = segments(text.slice(start, end), inside).map(({ text: run, hit }) => ({
      text: run.replace(/\s+/gu, ' '),
      hit,
    }));
    const before = start > 0 ? [{ text: '… ', hit: false }] : [];
    const after = end < text.length ? [{ text: ' …', hit: false }] : [];
    return [...before, ...piece, ...after];
  }

  #places(text: string): { from: number; to: number; words: Said[] }[] {
    if (this.#candidate === null) {
      return [];
    }
    return [...text.matchAll(this.#candidate)].map((match) => ({
      from: match.index,
      to: match.index + match[0].length,
      words: saidIn(match[0]),
    }));
  }

  #hits(text: string, stems: Stems): { from: number; to: number }[] {
    const wanted = this.#wanted.flat();
    return this.#places(text).filter(({ words }) =>
      words.some((word) => wanted.some((want) => meets(want, word, stems))),
    );
  }
}

function saidIn(text: string): Said[] {
  const folded = foldedWords(text);
  return normalizedWords(text).map((normalized, at) => ({ normalized, folded: folded[at] ?? normalized }));
}

function meets(want: Wanted, { normalized, folded }: Said, stems: Stems): boolean {
  if (want.prefix && plain(normalized).startsWith(plain(want.word))) return true;
  return want.exact ? want.word === folded : want.stem === (stems.get(normalized) ?? normalized);
}

interface Place {
  readonly at: number;
  readonly forms: readonly Wanted[];
}

/** The words of a term that are marked: stop words only where there is nothing else, for a text is full of them. */
function placesOf(term: SearchTerm, stems: Stems): Place[] {
  const { prefix, exact } = term;
  if (!exact) {
    return term.words.map(({ forms, at }) => ({
      at,
      forms: forms.map((word) => ({ word, stem: stems.get(word) ?? word, prefix, exact })),
    }));
  }
  return term.literal.flatMap((word, at) =>
    term.words.length > 0 && STOP_WORDS.has(word)
      ? []
      : [{ at, forms: [{ word, stem: word, prefix, exact }] }],
  );
}

/** Words with only left-out words between them. The classes of the database's expressions do not know accents. */
function sideBySide(places: readonly Place[]): string {
  let pattern = `(?:^|[${SEPARATORS}])`;
  let last: number | null = null;
  for (const { at, forms } of places) {
    if (last !== null) {
      pattern += `[^${SEPARATORS}]*(?:[${SEPARATORS}]+[^${SEPARATORS}]+){${Math.min(at - last - 1, 20)}}[${SEPARATORS}]+`;
    }
    const begun = beginnings(forms);
    pattern += begun.length === 1 ? begun[0] : `(?:${begun.join('|')})`;
    last = at;
  }
  return pattern;
}

/** The words whose stems a `Highlighter` is made with. */
export function queryWords(terms: readonly SearchTerm[]): string[] {
  return terms.flatMap((term) => term.words.flatMap(({ forms }) => forms));
}

/** Patterns of how words begin; none that another one covers. */
function beginnings(wanted: readonly Wanted[]): string[] {
  const all = [...new Set(wanted.map(beginning))];
  return all.filter((one) => !all.some((other) => other !== one && one.startsWith(other))).map(spelled);
}

/** What all forms of a word share: mostly its stem, less where the stemmer adds letters (-encia → -ent). */
function beginning({ word, stem, exact }: Wanted): string {
  if (exact) return word;
  const a = plain(word);
  const b = plain(stem);
  let length = 0;
  while (length < a.length && a[length] === b[length]) {
    length += 1;
  }
  return a.slice(0, Math.max(length, 1));
}

/** Removes the one accent that normalized words keep, that of -ión. */
function plain(word: string): string {
  return word.replaceAll('ó', 'o');
}

function spelled(letters: string): string {
  let pattern = '';
  for (const letter of letters) {
    const spellings = SPELLINGS[letter] ?? (/^[a-z]$/.test(letter) ? letter + letter.toUpperCase() : letter);
    pattern += spellings.length === 1 ? spellings : `[${spellings}]`;
  }
  return pattern;
}

function segments(text: string, hits: readonly { from: number; to: number }[]): Segment[] {
  const parts: Segment[] = [];
  let at = 0;
  for (const { from, to } of hits) {
    parts.push({ text: text.slice(at, from), hit: false }, { text: text.slice(from, to), hit: true });
    at = to;
  }
  parts.push({ text: text.slice(at), hit: false });
  return parts.filter((part) => part.text !== '');
}

/** Where the window with most hits begins. */
function densest(hits: readonly { from: number; to: number }[]): number | undefined {
  let best: number | undefined;
  let most = 0;
  let last = 0;
  for (const [first, hit] of hits.entries()) {
    while (last < hits.length && (hits[last]?.to ?? 0) - hit.from <= SNIPPET_CHARACTERS - BEFORE_HIT) {
      last += 1;
    }
    if (last - first > most || best === undefined) {
      most = last - first;
      best = hit.from;
    }
  }
  return best;
}

/** Where the next word begins, before the hit. */
function wordStart(text: string, at: number, hit: number): number {
  if (at === 0) {
    return 0;
  }
  const space = text.slice(at, hit).search(/\s/u);
  return space < 0 ? at : at + space + 1;
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) {
    return text.length;
  }
  const space = text.lastIndexOf(' ', at);
  return space > at - 40 && space > 0 ? space : at;
}
