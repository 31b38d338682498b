import { LIBRARY_ROLES, type LibraryRole } from '#shared/access/roles.ts';
import type { Person } from '#shared/platform/primitives.ts';
import { type Change, nextSeqs } from '../../platform/db/change.ts';
import { notFound } from '../../platform/errors.ts';
import { raiseAccess } from '../access/viewers.queries.ts';
import { findMember } from './groups.queries.ts';
import { membershipEnds } from './libraries.hooks.ts';
import { deleteMember, insertMembers, lockPerson, writeMember } from './memberships.queries.ts';

/**
 * Makes somebody a member of a library, or changes their roles there. Lock the library first (lockGroup): a write that
 * needs a right which is taken away here has then either committed, or is refused.
 * @returns the person, and whether anything changed
 * @throws not_found where the organization has no such person
 */
export async function putMembership(
  change: Change,
  organization: string,
  group: string,
  user: string,
  wanted: readonly LibraryRole[],
): Promise<{ person: Person; roles: LibraryRole[]; changed: boolean }> {
  const { trx } = change;
  const roles = LIBRARY_ROLES.filter((role) => wanted.includes(role));
  const person = await lockPerson(trx, organization, user);
  if (!person) throw notFound();
  const before = await findMember(trx, group, user);
  if (before && before.roles.join() === roles.join()) return { person, roles, changed: false };
  await writeMember(trx, { organization, group_id: group, user_id: user, roles });
  await raiseAccess(trx, user);
  tell(change, before ? 'member.changed' : 'member.added', group, user, before?.roles, roles);
  return { person, roles, changed: true };
}

/** Adds the memberships of somebody who had none, in one statement. Lock the libraries first. */
export async function addMemberships(
  change: Change,
  organization: string,
  user: string,
  memberships: readonly { readonly group: string; readonly roles: readonly LibraryRole[] }[],
): Promise<void> {
  if (memberships.length === 0) return;
  const rows = memberships.map(({ group, roles: wanted }) => ({
    organization,
    group_id: group,
    user_id: user,
    roles: LIBRARY_ROLES.filter((role) => wanted.includes(role)),
  }));
  await insertMembers(change.trx, rows);
  for (const { group_id, roles } of rows) audit(change, 'member.added', group_id, user, undefined, roles);
}

/**
 * Takes somebody out of a library. Lock the library first.
 * @returns false where they are no member
 */
export async function endMembership(change: Change, group: string, user: string): Promise<boolean> {
  const seq = (await nextSeqs(change.trx, [group])).get(group) ?? 0;
  const before = await findMember(change.trx, group, user);
  if (!before) return false;
  await raiseAccess(change.trx, user);
  await change.tell(membershipEnds, { group, user, seq });
  await deleteMember(change.trx, group, user);
  tell(change, 'member.removed', group, user, before.roles, undefined);
  return true;
}

function tell(
  change: Change,
  action: string,
  group: string,
  user: string,
  before: readonly LibraryRole[] | undefined,
  after: readonly LibraryRole[] | undefined,
): void {
  audit(change, action, group, user, before, after);
  change.announce({ kind: 'access.changed', user });
}

function audit(
  change: Change,
  action: string,
  group: string,
  user: string,
  before: readonly LibraryRole[] | undefined,
  after: readonly LibraryRole[] | undefined,
): void {
  change.audit({
    action,
    targetType: 'group',
    targetId: group,
    ...(before ? { before: { user, roles: before } } : {}),
    ...(after ? { after: { user, roles: after } } : {}),
  });
}
