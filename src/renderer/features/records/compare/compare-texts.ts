import { diffLines, diffWords } from 'diff';

/** A run of a text that both versions have, or one of them. */
export interface Change {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

export type Comparison = { readonly changes: readonly Change[] } | { readonly fault: 'different' };

/** Two texts that have nothing in common would take hours to compare word by word. In milliseconds. */
const TIME = { words: 5_000, lines: 5_000 } as const;

/** What became of one text in the other: by words, or by lines where there is too much to compare. */
export function compareTexts(
  before: string,
  after: string,
  time: { words: number; lines: number } = TIME,
): Comparison {
  const parts =
    diffWords(before, after, { timeout: time.words }) ?? diffLines(before, after, { timeout: time.lines });
  if (!parts) return { fault: 'different' };
  const changes = parts.map(
    ({ value, added, removed }): Change => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    }),
  );
  return { changes };
}
