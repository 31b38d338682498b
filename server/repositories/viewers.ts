import type { Actor } from '../actor.ts';
import type { Executor } from '../db/change.ts';

/**
 * The same person with the rights that they have now: what takes a while (a large file made durable) is judged at
 * commit, not at its beginning. Null where they are disabled or gone.
 */
export async function refreshActor(executor: Executor, actor: Actor): Promise<Actor | null> {
  const rows = await executor
    .selectFrom('users as u')
    .leftJoin('group_members as m', 'm.user_id', 'u.id')
    .select(['u.enabled', 'u.is_admin', 'u.is_manager', 'm.group_id', 'm.roles'])
    .where('u.id', '=', actor.user)
    .orderBy('m.group_id')
    .execute();
  const [first] = rows;
  if (!first?.enabled) return null;
  return {
    ...actor,
    isAdmin: first.is_admin,
    isManager: first.is_manager,
    memberships: rows.flatMap(({ group_id: group, roles }) =>
      group === null || roles === null ? [] : [{ group, roles }],
    ),
  };
}
