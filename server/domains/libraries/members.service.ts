import type { LibraryRole } from '#shared/access/roles.ts';
import type { Group, Member } from '#shared/people/people.schemas.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import { type Actor, rolesIn } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import { canSeeEveryLibrary, canSeeLibrary } from '../access/libraries.policy.ts';
import { requireAdminStill } from '../access/lock-libraries.ts';
import { countSeen, findGroups, findMembers, hasGroup, lockGroup } from './groups.queries.ts';
import { endMembership, putMembership } from './memberships.ts';

/** Libraries as their members see them, and who is in them. */
export function createMembersService({ db, changes }: Deps) {
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
          // An archived library offers nothing to do, so its roles are left out.
          ...(membership ? { roles: [...rolesIn(actor, row.id)] } : {}),
          member: membership !== undefined,
          archivedAt: row.archived_at?.toISOString() ?? null,
          defaultLabels: row.default_labels,
          createdAt: row.created_at.toISOString(),
          records: counts.get(row.id) ?? 0,
        };
      })
      .sort((a, b) => (sortKey(a.name) < sortKey(b.name) ? -1 : 1));
  }

  const own = (actor: Actor): string[] => actor.memberships.map((each) => each.group);

  return {
    groupsByMember: (actor: Actor): Promise<Group[]> => groups(actor, own(actor)),
    /** The libraries that the actor knows of (docs/domain/roles-and-visibility.md). */
    groupsByOrganization: (actor: Actor): Promise<Group[]> =>
      groups(actor, canSeeEveryLibrary(actor) ? null : own(actor)),

    /** For members and admins. @throws not_found for everybody else */
    async list(actor: Actor, group: string): Promise<Member[]> {
      if (!canSeeLibrary(actor, group)) throw notFound();
      if (!(await hasGroup(db, actor.organization, group))) throw notFound();
      const members = await findMembers(db, group);
      return members.sort((a, b) => (nameKey(a) < nameKey(b) ? -1 : 1));
    },

    put: (actor: Actor, group: string, user: string, roles: readonly LibraryRole[]): Promise<Member> =>
      changes.run(actor, async (change) => {
        // Lock the library first, then the person: locks are taken in one order.
        if (!(await lockGroup(change.trx, actor.organization, group))) throw notFound();
        await requireAdminStill(change, actor);
        const member = await putMembership(change, actor.organization, group, user, roles);
        return { user: member.person, roles: member.roles };
      }),

    /** Who leaves a library stops being an author of its documents (docs/domain/roles-and-visibility.md). */
    async remove(actor: Actor, group: string, user: string): Promise<void> {
      await changes.run(actor, async (change) => {
        if (!(await lockGroup(change.trx, actor.organization, group))) throw notFound();
        await requireAdminStill(change, actor);
        if (!(await endMembership(change, group, user))) throw notFound();
      });
    },
  };
}

const nameKey = ({ user }: Member): string => sortKey(`${user.lastname} ${user.firstname}`);
