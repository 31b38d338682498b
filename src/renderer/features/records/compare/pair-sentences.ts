import type { Sentence } from './sentences.ts';

/** Sentences that share at least this much of their words are two versions of one. */
const ALIKE = 0.5;
/** Pairs that are weighed in one place. Beyond it the two texts have little in common there. */
const WEIGHED = 250_000;

export type Pair<S = Sentence> = readonly [before: S | undefined, after: S | undefined];

/**
 * Pairs the sentences (or rows of a table) of one place that was rewritten, in the order of both: with the one that says nearly the same, or
 * with none. The sum of what the pairs share is as large as it can be.
 */
export function pairSentences<S extends { readonly text: string }>(
  before: readonly S[],
  after: readonly S[],
): Pair<S>[] {
  if (before.length * after.length > WEIGHED) return unpaired(before, after);
  const words = { before: before.map(wordsOf), after: after.map(wordsOf) };
  const width = after.length + 1;
  /** The best sum for what follows position (i, j). */
  const best = new Float64Array((before.length + 1) * width);
  const shared = new Float64Array(before.length * width);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const share = shareOf(words.before[i] as Words, words.after[j] as Words);
      shared[i * width + j] = share;
      const skipped = Math.max(best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
      const taken = share >= ALIKE ? share + (best[(i + 1) * width + j + 1] ?? 0) : 0;
      best[i * width + j] = Math.max(skipped, taken);
    }
  }
  const pairs: Pair<S>[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    const here = best[i * width + j] ?? 0;
    const share = shared[i * width + j] ?? 0;
    if (share >= ALIKE && here === share + (best[(i + 1) * width + j + 1] ?? 0)) {
      pairs.push([before[i], after[j]]);
      i += 1;
      j += 1;
    } else if (here === best[(i + 1) * width + j]) {
      pairs.push([before[i], undefined]);
      i += 1;
    } else {
      pairs.push([undefined, after[j]]);
      j += 1;
    }
  }
  return [...pairs, ...unpaired(before.slice(i), after.slice(j))];
}

const unpaired = <S>(before: readonly S[], after: readonly S[]): Pair<S>[] => [
  ...before.map((each): Pair<S> => [each, undefined]),
  ...after.map((each): Pair<S> => [undefined, each]),
];

interface Words {
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
}

function wordsOf({ text }: { readonly text: string }): Words {
  const counts = new Map<string, number>();
  const all = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text];
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, total: all.length };
}

/** The share of words that both have, from 0 to 1 (Dice's coefficient). */
function shareOf(one: Words, other: Words): number {
  let both = 0;
  for (const [word, count] of one.counts) both += Math.min(count, other.counts.get(word) ?? 0);
  return (2 * both) / (one.total + other.total);
}
