import { normalizedWords, SEPARATORS } from './normalize.ts';
import type { SearchTerm } from './query.ts';

/** A run of the original text, and whether it is one of the words that were asked for. */
export interface Segment {
  text: string;
  hit: boolean;
}

export type Stems = ReadonlyMap<string, string>;

interface Wanted {
  word: string;
  stem: string;
  prefix: boolean;
}

const WORD = '[\\p{L}\\p{N}\\p{M}\\u00ad\\u200b-\\u200d]';
const SNIPPET_CHARACTERS = 180;

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
  readonly #wanted: readonly Wanted[];
  readonly #candidate: RegExp | null;

  /** `stems` must contain every word of `queryWords(terms)`. */
  constructor(terms: readonly SearchTerm[], stems: Stems) {
    this.#wanted = terms
      .filter((term) => !term.excluded)
      .flatMap((term) =>
        term.words.map(({ word }) => ({ word, stem: stems.get(word) ?? word, prefix: term.prefix })),
      );
    this.pattern = [...new Set(this.#wanted.map(beginning))].map(spelled).join('|');
    this.patterns = terms
      .filter((term) => !term.excluded)
      .map((term) =>
        sideBySide(term, (word) => beginning({ word, stem: stems.get(word) ?? word, prefix: false })),
      );
    this.#candidate =
      this.pattern === '' ? null : new RegExp(`(?<!${WORD})(?:${this.pattern})${WORD}*`, 'gu');
  }

  /** Normalized words of the text whose stems `mark` and `snippet` will ask for. */
  candidates(text: string): string[] {
    return this.#places(text).flatMap(({ words }) => words);
  }

  /** The whole text in segments; joined, they are the text. */
  mark(text: string, stems: Stems): Segment[] {
    return segments(text, this.#hits(text, stems));
  }

  /** Whether the text has each word that was asked for. */
  covers(text: string, stems: Stems): boolean {
    const words = this.#places(text).flatMap((place) => place.words);
    return this.#wanted.every((want) => words.some((word) => meets(want, word, stems)));
  }

  /** A passage of about 180 characters around the densest hits, cut between words; null where there is no hit. */
  snippet(text: string, stems: Stems): Segment[] | null {
    const hits = this.#hits(text, stems);
    const best = densest(hits);
    if (best === undefined) {
      return null;
    }
    const start = wordStart(text, Math.max(0, best - 50));
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

  #places(text: string): { from: number; to: number; words: string[] }[] {
    if (this.#candidate === null) {
      return [];
    }
    return [...text.matchAll(this.#candidate)].map((match) => ({
      from: match.index,
      to: match.index + match[0].length,
      words: normalizedWords(match[0]),
    }));
  }

  #hits(text: string, stems: Stems): { from: number; to: number }[] {
    return this.#places(text).filter(({ words }) =>
      words.some((word) => this.#wanted.some((want) => meets(want, word, stems))),
    );
  }
}

function meets(want: Wanted, word: string, stems: Stems): boolean {
  return want.stem === (stems.get(word) ?? word) || (want.prefix && plain(word).startsWith(plain(want.word)));
}

/** Words with only left-out words between them. The classes of the database's expressions do not know accents. */
function sideBySide(term: SearchTerm, begin: (word: string) => string): string {
  let pattern = `(?:^|[${SEPARATORS}])`;
  let last: number | null = null;
  for (const { word, at } of term.words) {
    if (last !== null) {
      pattern += `[^${SEPARATORS}]*(?:[${SEPARATORS}]+[^${SEPARATORS}]+){${Math.min(at - last - 1, 20)}}[${SEPARATORS}]+`;
    }
    pattern += spelled(begin(word));
    last = at;
  }
  return pattern;
}

/** The words whose stems a `Highlighter` is made with. */
export function queryWords(terms: readonly SearchTerm[]): string[] {
  return terms.flatMap((term) => term.words.map(({ word }) => word));
}

/** What all forms of a word share: mostly its stem, less where the stemmer adds letters (-encia → -ent). */
function beginning({ word, stem }: Wanted): string {
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
    while (last < hits.length && (hits[last]?.to ?? 0) - hit.from <= SNIPPET_CHARACTERS - 50) {
      last += 1;
    }
    if (last - first > most || best === undefined) {
      most = last - first;
      best = hit.from;
    }
  }
  return best;
}

function wordStart(text: string, at: number): number {
  if (at === 0) {
    return 0;
  }
  const space = text.slice(at, at + 40).search(/\s/u);
  return space < 0 ? at : at + space + 1;
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) {
    return text.length;
  }
  const space = text.lastIndexOf(' ', at);
  return space > at - 40 && space > 0 ? space : at;
}
