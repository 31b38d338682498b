import { type RawBuilder, sql } from 'kysely';
import { type ReadsBeyond, readsBeyondOf } from '#shared/access/visibility.ts';
import { DEFAULT_SETTINGS } from '#shared/organization/settings.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';

/** The ids of the organization's archived libraries. There are few, and an index of their own finds them. */
export const archivedLibraries = (organization: string): RawBuilder<string[]> =>
  sql<string[]>`(select coalesce(array_agg(a.id), '{}') from groups a
    where a.organization = ${sql.ref(organization)} and a.archived_at is not null)`;

/** What the settings let managers read, of an organization's row; null where its default holds. */
export const managersRead = (organization: string): RawBuilder<ReadsBeyond | null> =>
  sql<ReadsBeyond | null>`${sql.ref(organization)}.settings->>'managersRead'`;

/** What somebody reads beyond their libraries, by their own row and what the settings let managers read. */
export const readsBeyondIn = (row: {
  readonly is_admin: boolean;
  readonly is_manager: boolean;
  readonly managers_read: ReadsBeyond | null;
}): ReadsBeyond =>
  readsBeyondOf(
    { isAdmin: row.is_admin, isManager: row.is_manager },
    row.managers_read ?? DEFAULT_SETTINGS.managersRead,
  );

/**
 * The same person with the rights that they have now, or null where they are disabled or gone. Rights are judged at
 * commit, because work before it (making a large file durable) may take a while.
 */
export async function refreshActor(executor: Executor, actor: Actor): Promise<Actor | null> {
  const rows = await executor
    .selectFrom('users as u')
    .innerJoin('organizations as o', 'o.id', 'u.organization')
    .leftJoin('group_members as m', 'm.user_id', 'u.id')
    .select(['u.enabled', 'u.is_admin', 'u.is_manager', 'm.group_id', 'm.roles'])
    .select([archivedLibraries('u.organization').as('archived'), managersRead('o').as('managers_read')])
    .where('u.id', '=', actor.user)
    .orderBy('m.group_id')
    .execute();
  const [first] = rows;
  if (!first?.enabled) return null;
  return {
    ...actor,
    isAdmin: first.is_admin,
    isManager: first.is_manager,
    readsBeyond: readsBeyondIn(first),
    archived: first.archived,
    memberships: rows.flatMap(({ group_id: group, roles }) =>
      group === null || roles === null ? [] : [{ group, roles }],
    ),
  };
}

/**
 * Raises the person's access generation: their desktops then compare everything at their next request of the feed
 * (docs/protocols/sync.md).
 */
export async function raiseAccess(executor: Executor, user: string): Promise<void> {
  await executor
    .updateTable('users')
    .set({ access: sql<number>`access + 1` })
    .where('id', '=', user)
    .execute();
}
