import { diffLines, diffWords } from 'diff';

/** A piece of text that both versions have, or only one of them. */
export interface Change {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

export type Comparison = { readonly changes: readonly Change[] } | { readonly fault: 'different' };

/** Milliseconds for a comparison by words. Two texts with nothing in common would take hours. */
const TIME = { words: 5_000, lines: 5_000 } as const;

/** The differences between two texts: by words, or by lines where words take too long. */
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
