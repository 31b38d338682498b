import { distance } from 'fastest-levenshtein';

/** Shorter words are near to everything. */
export const MIN_CORRECTED = 4;
/** From this length on two errors are allowed, below it one. */
const TWO_SLIPS_FROM = 7;
/** The distance of two letters that changed places: one error, and likelier than a wrong letter. */
const SWAP = 0.9;

/** Words that are used for corrections, in the form in which search compares them: those of titles, and some of texts. */
export class Vocabulary {
  private readonly words = new Set<string>();
  /** By length: only words of about the same length are near. */
  private readonly byLength = new Map<number, string[]>();

  constructor(words: Iterable<string> = []) {
    for (const word of words) this.add(word);
  }

  add(word: string): void {
    if (this.words.has(word)) return;
    this.words.add(word);
    const same = this.byLength.get(word.length);
    if (same) same.push(word);
    else this.byLength.set(word.length, [word]);
  }

  has(word: string): boolean {
    return this.words.has(word);
  }

  get size(): number {
    return this.words.size;
  }

  /**
   * The words that somebody may have meant, nearest first: one letter too many, too few or wrong, or two letters that
   * changed places. Two such errors in a long word.
   */
  near(word: string): string[] {
    if (word.length < MIN_CORRECTED) return [];
    const slips = word.length < TWO_SLIPS_FROM ? 1 : 2;
    const found: { word: string; away: number }[] = [];
    for (let length = word.length - slips; length <= word.length + slips; length += 1) {
      for (const each of this.byLength.get(length) ?? []) {
        const away = swapped(word, each) ? SWAP : distance(word, each);
        if (away > 0 && away <= slips) found.push({ word: each, away });
      }
    }
    // People seldom misspell the first letter.
    const rank = (each: { word: string; away: number }) => each.away + (each.word[0] === word[0] ? 0 : 0.5);
    return found.sort((a, b) => rank(a) - rank(b) || (a.word < b.word ? -1 : 1)).map((each) => each.word);
  }
}

/** Whether two words differ by two neighbouring letters that changed places: that is one error, not two. */
function swapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return (
    at + 1 < one.length &&
    one[at] === other[at + 1] &&
    one[at + 1] === other[at] &&
    one.slice(at + 2) === other.slice(at + 2)
  );
}
