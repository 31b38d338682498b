import { diffArrays, diffWordsWithSpace } from 'diff';
import { standingOf, withoutLooseEnd } from './closing.ts';
import { pairSentences } from './pair-sentences.ts';
import { type Breaks, type Sentence, sentencesOf } from './sentences.ts';

/** A part of a sentence that both versions have, or only one of them. */
export interface Piece {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A sentence: the same in both versions, changed, or in one of them only. A change is never cut within a sentence. */
export interface Row {
  readonly kind: 'same' | 'changed' | 'added' | 'removed';
  readonly pieces: readonly Piece[];
  /** The position of its paragraph in the newer text, or of a removed one in the older. */
  readonly paragraph: number;
}

/** A text, and where it breaks. */
export interface Text {
  readonly text: string;
  readonly breaks: Breaks;
  /** Whether the file has more text than this. */
  readonly cut?: boolean;
}

export type Comparison = { readonly rows: readonly Row[] } | { readonly fault: 'different' };

/** Milliseconds for each of the two steps. Two texts with nothing in common would take hours. */
const TIME_MS = 5_000;

/** Compares two texts sentence by sentence, and changed sentences word by word. */
export function compareTexts(before: Text, after: Text, timeMs = TIME_MS): Comparison {
  const [older, newer] = [before, after].map(wholeSentences) as [Sentence[], Sentence[]];
  const parts = diffArrays(older, newer, {
    comparator: (one, other) => sameWords(one.text) === sameWords(other.text),
    timeout: timeMs,
  });
  if (!parts) return { fault: 'different' };
  const rows: Row[] = [];
  const until = performance.now() + timeMs;
  let removed: Sentence[] = [];
  let added: Sentence[] = [];
  const rewrite = (): void => {
    for (const [one, other] of pairSentences(removed, added)) rows.push(rowOf(one, other, until));
    removed = [];
    added = [];
  };
  for (const part of parts) {
    if (part.removed) removed.push(...part.value);
    else if (part.added) added.push(...part.value);
    else {
      rewrite();
      for (const { text, paragraph } of part.value)
        rows.push({ kind: 'same', pieces: [{ kind: 'same', text }], paragraph });
    }
  }
  rewrite();
  const cut = { before: before.cut === true, after: after.cut === true };
  return { rows: withoutLooseEnd(rows, standingOf, cut) };
}

/** The sentences of a text. Where it was cut, its last one may be a half, which would look changed. */
function wholeSentences({ text, breaks, cut }: Text): Sentence[] {
  const sentences = sentencesOf(text, breaks);
  return cut && sentences.length > 1 ? sentences.slice(0, -1) : sentences;
}

/** Kinds of spaces, and of quotation marks and dashes that a program sets by itself, are no change. */
export const sameWords = (text: string): string =>
  text
    .replace(/\s+/gu, ' ')
    .replace(/[“”«»„]/gu, '"')
    .replace(/[‘’]/gu, "'")
    .replace(/[‐‑–—]/gu, '-');

function rowOf(before: Sentence | undefined, after: Sentence | undefined, until: number): Row {
  if (!before || !after) {
    const kind = before ? 'removed' : 'added';
    const { text, paragraph } = (before ?? after) as Sentence;
    return { kind, pieces: [{ kind, text }], paragraph };
  }
  const parts = diffWordsWithSpace(before.text, after.text, {
    timeout: Math.max(1, until - performance.now()),
  }) ?? [
    { value: before.text, removed: true, added: false },
    { value: after.text, removed: false, added: true },
  ];
  const pieces = parts.map(
    ({ value, added, removed }): Piece => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    }),
  );
  return { kind: 'changed', pieces: joinChanges(pieces), paragraph: after.paragraph };
}

/** A space, or a short word such as "de", between changed words. */
const BETWEEN = /^\s*\p{L}{0,3}\s*$/u;

/** Joins changed words that only a space or a short word separates: a phrase that was replaced is one change to read. */
function joinChanges(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  let removed = '';
  let added = '';
  const write = (): void => {
    if (removed) result.push({ kind: 'removed', text: removed });
    if (added) result.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const [at, { kind, text }] of pieces.entries()) {
    const isBetween = removed !== '' && added !== '' && BETWEEN.test(text) && at < pieces.length - 1;
    if (kind !== 'added' && (kind === 'removed' || isBetween)) removed += text;
    if (kind !== 'removed' && (kind === 'added' || isBetween)) added += text;
    if (kind !== 'same' || isBetween) continue;
    write();
    result.push({ kind, text });
  }
  write();
  return result;
}
