import type { Change } from './compare-texts.ts';

/** A piece of text on the screen, or a long unchanged one that is folded away. */
export interface Passage {
  readonly kind: Change['kind'] | 'folded';
  readonly text: string;
  /** Position in the text, as its React key. */
  readonly at: number;
}

/** Characters kept around a change, and the length from which unchanged text is folded. */
const AROUND = 160;
const FOLDED = 600;

/** Folds unchanged text, except beside changes. */
export function passagesOf(changes: readonly Change[]): Passage[] {
  let written = 0;
  const parts = changes.flatMap((change, at): Omit<Passage, 'at'>[] => {
    if (change.kind !== 'same' || change.text.length < FOLDED) return [change];
    const { text } = change;
    // Cuts between words.
    const head = at === 0 ? 0 : wordEnd(text, AROUND);
    const tail = at === changes.length - 1 ? text.length : wordStart(text, text.length - AROUND);
    return [
      { kind: 'same', text: text.slice(0, head) },
      { kind: 'folded', text: text.slice(head, tail) },
      { kind: 'same', text: text.slice(tail) },
    ];
  });
  return parts
    .filter((each) => each.text !== '')
    .map((each) => {
      written += each.text.length;
      return { ...each, at: written - each.text.length };
    });
}

function wordEnd(text: string, from: number): number {
  const at = text.slice(from).search(/\s/);
  return at < 0 ? text.length : from + at;
}

function wordStart(text: string, from: number): number {
  const at = text.slice(0, from).search(/\s\S*$/);
  return at < 0 ? from : at;
}

/** The number of changes as a person counts them: a deletion and an insertion at one place are one change. */
export function countChanges(changes: readonly Change[]): number {
  return changes.filter((each, at) => each.kind !== 'same' && (changes[at - 1]?.kind ?? 'same') === 'same')
    .length;
}
