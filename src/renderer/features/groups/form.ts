import type { z } from 'zod';
import type { LibraryRole } from '#shared/access/roles.ts';
import type { Library, LibraryMember, libraryUpdate } from '#shared/libraries/groups.schemas.ts';
import type { Person } from '#shared/platform/primitives.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';

/** A member as the next save will write them. */
export interface DraftMember {
  user: Person;
  enabled: boolean;
  /** Whether they are an author of documents here: if they leave, they stop being one. */
  author: boolean;
  roles: LibraryRole[];
  /** Whether the next save removes them. */
  gone: boolean;
}

/** The values of a library's form. */
export type LibraryValues = {
  name: string;
  description: string;
  department: string | null;
  defaultLabels: string[];
  members: DraftMember[];
};

type Body = z.input<typeof libraryUpdate>;
type Field = Exclude<keyof LibraryValues, 'members'>;
const FIELDS: readonly Field[] = ['name', 'description', 'department', 'defaultLabels'];

export const NEW_LIBRARY: LibraryValues = {
  name: '',
  description: '',
  department: null,
  defaultLabels: [],
  members: [],
};

const draftOf = ({ user, enabled, author = false, roles }: LibraryMember): DraftMember => ({
  user,
  enabled,
  author,
  roles,
  gone: false,
});

export const nameKey = ({ user }: { user: Person }): string => sortKey(`${user.lastname} ${user.firstname}`);

/** Sorts members by name, so that they are found. */
export const inOrder = (members: readonly DraftMember[]): DraftMember[] =>
  [...members].sort((a, b) => (nameKey(a) < nameKey(b) ? -1 : 1));

export const valuesOf = (library: Library): LibraryValues => ({
  name: library.name,
  description: library.description,
  department: library.department?._id ?? null,
  defaultLabels: library.defaultLabels.map(({ _id }) => _id),
  members: inOrder(library.members.map(draftOf)),
});

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export type MemberState = 'kept' | 'added' | 'changed' | 'gone';

/** What the next save does to a member. */
export function stateOf(member: DraftMember, base: readonly DraftMember[]): MemberState {
  if (member.gone) return 'gone';
  const before = base.find(({ user }) => user._id === member.user._id);
  if (!before) return 'added';
  return same(before.roles, member.roles) ? 'kept' : 'changed';
}

function memberChanges(values: LibraryValues, base: LibraryValues): NonNullable<Body['members']> {
  const changed = values.members.filter((member) =>
    ['added', 'changed'].includes(stateOf(member, base.members)),
  );
  return {
    set: changed.map(({ user, roles }) => ({ user: user._id, roles })),
    remove: values.members.filter(({ gone }) => gone).map(({ user }) => user._id),
  };
}

const changedFields = (values: LibraryValues, base: LibraryValues): Field[] =>
  FIELDS.filter((field) => !same(values[field], base[field]));

const pick = (values: LibraryValues, fields: readonly Field[]): Pick<Body, Field> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

/** The body of the save: the differences from what was read, and the `rev` of what was read. */
export function changesOf(values: LibraryValues, base: LibraryValues, rev: string): Body {
  const members = memberChanges(values, base);
  const some = (members.set?.length ?? 0) + (members.remove?.length ?? 0) > 0;
  return { rev, ...pick(values, changedFields(values, base)), ...(some ? { members } : {}) };
}

/** Applies the person's own changes on top of what somebody else saved meanwhile. */
export function rebase(values: LibraryValues, base: LibraryValues, theirs: LibraryValues): LibraryValues {
  const mine = changedFields(values, base);
  const touched = new Map(
    values.members
      .filter((member) => stateOf(member, base.members) !== 'kept')
      .map((member) => [member.user._id, member]),
  );
  const there = theirs.members.map((member) => {
    const wish = touched.get(member.user._id);
    touched.delete(member.user._id);
    return wish ? { ...member, roles: wish.roles, gone: wish.gone } : member;
  });
  // A member who left meanwhile is not removed again. One who was given a role here is added again.
  const added = [...touched.values()].filter(({ gone }) => !gone);
  return {
    ...theirs,
    ...(Object.fromEntries(mine.map((field) => [field, values[field]])) as Partial<LibraryValues>),
    members: inOrder([...there, ...added]),
  };
}

/** Whether a save can be undone completely. An author who left does not get their authorships back. */
export const isReversible = (base: LibraryValues, saved: LibraryValues): boolean =>
  base.members.every(
    ({ user, author }) => !author || saved.members.some((member) => member.user._id === user._id),
  );

/** The body that undoes a save. */
export function inverse(base: LibraryValues, saved: LibraryValues, rev: string): Body {
  const before = new Set(base.members.map(({ user }) => user._id));
  const back = {
    ...base,
    members: [
      ...base.members,
      ...saved.members
        .filter(({ user }) => !before.has(user._id))
        .map((member) => ({ ...member, gone: true })),
    ],
  };
  return changesOf(back, saved, rev);
}
