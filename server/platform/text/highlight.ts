import { foldedWords, normalizedWords, SEPARATORS, STOP_WORDS } from './normalize.ts';
import { apart, passageOf, type Range, type Segment, segments } from './passage.ts';
import type { SearchTerm, Spelling } from './query.ts';

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

/** A code in one piece is what was asked for, more than some of its words in a heap. */
const CODE_WORDS = 4;
const WORD = '[\\p{L}\\p{N}\\p{M}\\u00ad\\u200b-\\u200d]';
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
  /** The same with each code in one piece; empty where no code was asked for. */
  readonly codes: readonly string[];
  readonly #terms: readonly Term[];
  readonly #candidate: RegExp | null;

  /** `stems` must contain every word of `queryWords(terms)`. */
  constructor(terms: readonly SearchTerm[], stems: Stems) {
    const asked = terms.filter((term) => !term.excluded);
    this.#terms = asked.map((term) => ({
      places: placesOf(term, stems),
      other:
        term.spellings.length === 0
          ? null
          : new RegExp([term.code, ...term.spellings].map(sequence).join('|'), 'gu'),
    }));
    this.pattern = beginnings(this.#wanted()).join('|');
    const words = asked.map((term) => sideBySide(placesOf(term, stems)));
    const whole = asked.map(({ code, spellings }) => [code, ...spellings].map(inOrder).join('|'));
    const isCode = asked.map(({ spellings }) => spellings.length > 0);
    this.patterns = words.map((each, at) => (isCode[at] ? `${each}|${whole[at]}` : each));
    this.codes = isCode.includes(true)
      ? words.map((each, at) => (isCode[at] ? (whole[at] ?? each) : each))
      : [];
    this.#candidate =
      this.pattern === '' ? null : new RegExp(`(?<!${WORD})(?:${this.pattern})${WORD}*`, 'gu');
  }

  /** Normalized words of the text whose stems `mark` and `snippet` will ask for. */
  candidates(text: string): string[] {
    return this.#places(text).flatMap(({ said }) => said.map(({ normalized }) => normalized));
  }

  /** The whole text in segments; joined, they are the text. */
  mark(text: string, stems: Stems): Segment[] {
    return segments(text, this.#hits(text, stems));
  }

  /** Whether the text has each word that was asked for. */
  covers(text: string, stems: Stems): boolean {
    const words = this.#places(text).flatMap(({ said }) => said);
    return this.#terms.every(
      ({ places, other }) =>
        places.every(({ forms }) => words.some((word) => forms.some((want) => meets(want, word, stems)))) ||
        (other !== null && text.search(other) >= 0),
    );
  }

  /** A passage of about 180 characters around the densest hits, cut between words; null where there is no hit. */
  snippet(text: string, stems: Stems): Segment[] | null {
    return passageOf(text, this.#hits(text, stems));
  }

  #places(text: string): { from: number; to: number; said: Said[] }[] {
    if (this.#candidate === null) {
      return [];
    }
    return [...text.matchAll(this.#candidate)].map((match) => ({
      from: match.index,
      to: match.index + match[0].length,
      said: saidIn(match[0]),
    }));
  }

  #wanted(): Wanted[] {
    return this.#terms.flatMap(({ places }) => places.flatMap(({ forms }) => forms));
  }

  #hits(text: string, stems: Stems): Range[] {
    const wanted = this.#wanted();
    const words = this.#places(text)
      .filter(({ said }) => said.some((word) => wanted.some((want) => meets(want, word, stems))))
      .map(({ from, to }) => ({ from, to, words: 1 }));
    const spelled = this.#terms.flatMap(({ other }) =>
      other === null
        ? []
        : [...text.matchAll(other)].map(({ 0: said, index }) => ({
            from: index,
            to: index + said.length,
            words: CODE_WORDS,
          })),
    );
    return spelled.length === 0 ? words : apart([...words, ...spelled]);
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

/** A word or a phrase that was asked for. */
interface Term {
  readonly places: readonly Place[];
  /** All spellings of a code or a number: its words say nothing each by itself, so it is one hit. */
  readonly other: RegExp | null;
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
    const begun = [
      ...beginnings(forms.filter((form) => !isWhole(form))),
      ...forms.filter(isWhole).map(({ word }) => `${spelled(word)}(?=$|[${SEPARATORS}])`),
    ];
    pattern += begun.length === 1 ? begun[0] : `(?:${begun.join('|')})`;
    last = at;
  }
  return pattern;
}

/** Whether only the same word can be a hit: numbers, codes and single letters have no other forms. */
const isWhole = ({ word, prefix }: Wanted): boolean => !prefix && (word.length < 3 || /\d/.test(word));

/** A spelling in a text, for JavaScript: its words with nothing but separators between them. */
const sequence = ({ literal, prefix }: Spelling): string =>
  `(?<!${WORD})${literal.map(spelled).join(`[${SEPARATORS}]+`)}${prefix ? `${WORD}*` : `(?!${WORD})`}`;

/** The same for PostgreSQL. */
const inOrder = ({ literal, prefix }: Spelling): string =>
  `(?:^|[${SEPARATORS}])${literal.map(spelled).join(`[${SEPARATORS}]+`)}${prefix ? '' : `(?:$|[${SEPARATORS}])`}`;

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
