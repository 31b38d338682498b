import { LIBRARY_ROLES, type LibraryRole } from '#shared/domain/roles.ts';
import { sortKey } from '#shared/domain/sort-key.ts';
import type { Group, Member } from '#shared/schemas/people.ts';
import { type Actor, isMember } from '../actor.ts';
import { type Change, nextSeqs } from '../db/change.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { refreshPlacement, touchRecord } from '../repositories/face-writer.ts';
import { raiseLibraryAccess } from '../repositories/feed.ts';
import {
  countSeen,
  findGroups,
  findMember,
  findMembers,
  hasGroup,
  lockGroup,
} from '../repositories/groups.ts';
import { raiseAccess, recordsAuthoredBy } from '../repositories/people.ts';
import { requireAdminStill } from './lock-libraries.ts';

/** Libraries as one sees them, and who is in them. */
export interface MembersService {
  groupsByMember(actor: Actor): Promise<Group[]>;
  /** One's own libraries; an admin, all (domain: roles). */
  groupsByOrganization(actor: Actor): Promise<Group[]>;
  /** For members and admins; to others the library is not there. */
  list(actor: Actor, group: string): Promise<Member[]>;
  put(actor: Actor, group: string, user: string, roles: readonly LibraryRole[]): Promise<Member>;
  /** Who leaves a library stops being an author of its documents (domain: roles). */
  remove(actor: Actor, group: string, user: string): Promise<void>;
}

export function createMembersService({ db, changes }: Deps): MembersService {
  async function groups(actor: Actor, only: readonly string[] | null): Promise<Group[]> {
    if (only?.length === 0) return [];
    const [rows, counts] = await Promise.all([
      findGroups(db, actor.organization, only),
      countSeen(db, actor, only),
    ]);
    return rows
      .map((row) => {
        const membership = actor.memberships.find((each) => each.group === row.id);
        return {
          _id: row.id,
          name: row.name,
          description: row.description,
          ...(membership ? { roles: [...membership.roles] } : {}),
          member: membership !== undefined,
          defaultLabels: row.default_labels,
          createdAt: row.created_at.toISOString(),
          records: counts.get(row.id) ?? 0,
        };
      })
      .sort((a, b) => (sortKey(a.name) < sortKey(b.name) ? -1 : 1));
  }

  const own = (actor: Actor): string[] => actor.memberships.map((each) => each.group);

  const record = (
    change: Change,
    action: string,
    group: string,
    user: string,
    before: unknown,
    after: unknown,
  ) => {
    change.audit({
      action,
      targetType: 'group',
      targetId: group,
      ...(before ? { before: { user, roles: before } } : {}),
      ...(after ? { after: { user, roles: after } } : {}),
    });
    change.announce({ kind: 'access.changed', user });
  };

  return {
    groupsByMember: (actor) => groups(actor, own(actor)),
    groupsByOrganization: (actor) => groups(actor, actor.isAdmin ? null : own(actor)),

    async list(actor, group) {
      if (!actor.isAdmin && !isMember(actor, group)) throw notFound();
      if (!(await hasGroup(db, actor.organization, group))) throw notFound();
      const members = await findMembers(db, group);
      return members.sort((a, b) => (nameKey(a) < nameKey(b) ? -1 : 1));
    },

    async put(actor, group, user, wanted) {
      const roles = LIBRARY_ROLES.filter((role) => wanted.includes(role));
      return changes.run(actor, async (change) => {
        // The library first, then the person (locks are taken in one order): who writes there with a right that is
        // taken away here either has committed, or finds it gone (lockLibraries).
        if (!(await lockGroup(change.trx, actor.organization, group))) throw notFound();
        await requireAdminStill(change, actor);
        const person = await change.trx
          .selectFrom('users')
          .select(['id as _id', 'firstname', 'lastname'])
          .where('organization', '=', actor.organization)
          .where('id', '=', user)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!person) throw notFound();
        const before = await findMember(change.trx, group, user);
        const member = { user: person, roles };
        if (before && before.roles.join() === roles.join()) return member;
        await change.trx
          .insertInto('group_members')
          .values({ organization: actor.organization, group_id: group, user_id: user, roles })
          .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doUpdateSet({ roles }))
          .execute();
        await raiseAccess(change.trx, user);
        record(change, before ? 'member.changed' : 'member.added', group, user, before?.roles, roles);
        return member;
      });
    },

    async remove(actor, group, user) {
      await changes.run(actor, async (change) => {
        if (!(await lockGroup(change.trx, actor.organization, group))) throw notFound();
        await requireAdminStill(change, actor);
        const seq = (await nextSeqs(change.trx, [group])).get(group) ?? 0;
        const before = await findMember(change.trx, group, user);
        if (!before) throw notFound();
        await raiseAccess(change.trx, user);
        await endAuthorship(change, group, user, seq);
        await change.trx
          .deleteFrom('group_members')
          .where('group_id', '=', group)
          .where('user_id', '=', user)
          .execute();
        record(change, 'member.removed', group, user, before.roles, undefined);
      });
    },
  };
}

const nameKey = ({ user }: Member): string => sortKey(`${user.lastname} ${user.firstname}`);

async function endAuthorship(change: Change, group: string, user: string, seq: number): Promise<void> {
  const { trx, at } = change;
  const records = await recordsAuthoredBy(trx, user, group);
  if (records.length === 0) return;
  await trx
    .deleteFrom('record_authors')
    .where('user_id', '=', user)
    .where('record_id', 'in', records)
    .execute();
  for (const record of records) {
    await touchRecord(trx, record, seq, at);
    await refreshPlacement(trx, record);
    change.audit({
      action: 'record.authors',
      targetType: 'record',
      targetId: record,
      before: { author: user },
    });
    change.announce({ kind: 'record.changed', record, group });
  }
  await raiseLibraryAccess(trx, group);
}
