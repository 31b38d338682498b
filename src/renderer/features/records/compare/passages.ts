import type { Change } from './compare-texts.ts';

/** What stands on the screen: a run of text, or a stretch that both have and that is folded away. */
export interface Passage {
  readonly kind: Change['kind'] | 'folded';
  readonly text: string;
  /** Characters before it, by which it is known. */
  readonly at: number;
}

/** Characters that stay around a change, and how long a stretch must be to be worth folding. */
const AROUND = 160;
const FOLDED = 600;

/** Folds away what both versions have, but for what stands beside a change. */
export function passagesOf(changes: readonly Change[]): Passage[] {
  let written = 0;
  const parts = changes.flatMap((change, at): Omit<Passage, 'at'>[] => {
    if (change.kind !== 'same' || change.text.length < FOLDED) return [change];
    const { text } = change;
    // Cut between words.
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

/** Changes as a person counts them: what was taken out and put in at one place is one. */
export function countChanges(changes: readonly Change[]): number {
  return changes.filter((each, at) => each.kind !== 'same' && (changes[at - 1]?.kind ?? 'same') === 'same')
    .length;
}
