import type { Account, UserUpdate } from '#shared/people/users.schemas.ts';
import { PEOPLE_UNDO_MINUTES } from '#shared/platform/limits.ts';
import type { UndoStep } from '../../platform/db/tables/organization.ts';

/* How an import of people is taken back, while its invitations have not left. */

const MINUTE_MS = 60_000;
/** An undo that begins at the last moment is done before the invitations leave. */
const GRACE_MS = 30_000;

export const peopleUndoUntil = (madeAt: Date): Date =>
  new Date(madeAt.getTime() + PEOPLE_UNDO_MINUTES * MINUTE_MS);

/** When the invitations of an import leave. @param until when it can be undone */
export const invitationsLeave = (until: Date): Date => new Date(until.getTime() + GRACE_MS);

export const nameOf = (row: { readonly firstname: string; readonly lastname: string }): string =>
  `${row.firstname} ${row.lastname}`.trim();

/** What an import wrote of somebody, and what was there before. */
export interface PersonUndo {
  readonly before: UserUpdate;
  readonly after: UserUpdate;
}

/** What is written to have somebody as they were before an update. */
export function restoring(person: Account, after: UserUpdate): UndoStep {
  const all = valuesOf(person);
  const before = Object.fromEntries(Object.entries(all).filter(([field]) => field in after));
  const libraries = (after.libraries ?? []).map(({ group }) => ({ group, roles: rolesIn(person, group) }));
  const body: PersonUndo = {
    before: { ...before, ...(libraries.length > 0 ? { libraries } : {}) },
    after,
  };
  return { what: 'restore', of: 'user', id: person._id, name: nameOf(person), body };
}

/** Whether somebody still is as an import left them. */
export function isAsWritten(person: Account, { libraries = [], ...after }: UserUpdate): boolean {
  const now: Readonly<Record<string, unknown>> = valuesOf(person);
  return (
    Object.entries(after).every(([field, value]) => same(now[field], value)) &&
    libraries.every(({ group, roles }) => same(rolesIn(person, group), roles))
  );
}

const valuesOf = ({ firstname, lastname, rut, department, roles }: Account) => ({
  ...{ firstname, lastname, rut, roles },
  department: department?._id ?? null,
});

const rolesIn = (person: Account, group: string) =>
  person.libraries.find((each) => each.group._id === group)?.roles ?? null;

const same = (one: unknown, other: unknown): boolean => ordered(one) === ordered(other);
/** Roles have no order. */
const ordered = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? [...(value as string[])].sort() : (value ?? null));
