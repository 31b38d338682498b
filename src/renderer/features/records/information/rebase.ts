import { changedFields, type Sheet } from './sheet.ts';

/** A sheet being edited: what it was edited from, what was typed, and where somebody else kept another value meanwhile. */
export interface Editing {
  /** The sheet as the server has it, as far as one knows. */
  readonly base: Sheet;
  readonly mine: Sheet;
  /** Fields that both changed, and that nobody has decided yet. */
  readonly disputed: readonly (keyof Sheet)[];
}

export const startEditing = (base: Sheet): Editing => ({ base, mine: base, disputed: [] });

const same = (one: Sheet, other: Sheet, field: keyof Sheet): boolean =>
  JSON.stringify(one[field]) === JSON.stringify(other[field]);

/**
 * The sheet goes on from what somebody else has kept. What one has not touched is theirs; what one has typed stays;
 * what both have changed to different values is one's own to decide. Nothing typed is lost.
 */
export function rebase({ base, mine, disputed }: Editing, theirs: Sheet): Editing {
  const touched = changedFields(base, mine);
  const next = { ...theirs };
  for (const field of touched) Object.assign(next, { [field]: mine[field] });
  const both = touched.filter((field) => !same(theirs, mine, field));
  const open = both.filter((field) => disputed.includes(field) || !same(theirs, base, field));
  return { base: theirs, mine: next, disputed: open };
}

/** One's own value stays, or theirs takes its place. */
export function decide(editing: Editing, field: keyof Sheet, whose: 'mine' | 'theirs'): Editing {
  const { base, mine, disputed } = editing;
  return {
    base,
    mine: whose === 'mine' ? mine : { ...mine, [field]: base[field] },
    disputed: disputed.filter((each) => each !== field),
  };
}
