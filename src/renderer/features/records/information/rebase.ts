import { changedFields, type Sheet } from './sheet.ts';

/**
 * A sheet being edited: the version it started from, the typed values, and the fields that somebody else saved
 * differently.
 */
export interface Editing {
  /** The sheet on the server, as last known. */
  readonly base: Sheet;
  readonly mine: Sheet;
  /** Fields that both people changed, and that are not decided yet. */
  readonly disputed: readonly (keyof Sheet)[];
}

export const startEditing = (base: Sheet): Editing => ({ base, mine: base, disputed: [] });

const same = (one: Sheet, other: Sheet, field: keyof Sheet): boolean =>
  JSON.stringify(one[field]) === JSON.stringify(other[field]);

/**
 * Rebases the edit on what somebody else saved. Untouched fields take their values; typed values stay; a field that
 * both changed to different values must be decided by the person. Nothing typed is lost.
 */
export function rebase({ base, mine, disputed }: Editing, theirs: Sheet): Editing {
  const touched = changedFields(base, mine);
  const next = { ...theirs };
  for (const field of touched) Object.assign(next, { [field]: mine[field] });
  const both = touched.filter((field) => !same(theirs, mine, field));
  const open = both.filter((field) => disputed.includes(field) || !same(theirs, base, field));
  return { base: theirs, mine: next, disputed: open };
}

/** Decides a conflict: keeps the person's own value, or takes the other one. */
export function decide(editing: Editing, field: keyof Sheet, whose: 'mine' | 'theirs'): Editing {
  const { base, mine, disputed } = editing;
  return {
    base,
    mine: whose === 'mine' ? mine : { ...mine, [field]: base[field] },
    disputed: disputed.filter((each) => each !== field),
  };
}
