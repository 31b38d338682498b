import { sql } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';

/** Where a person may still be referenced, in the order in which an admin is told. */
const TRACES = [
  { by: 'records', table: 'records', column: 'created_by' },
  { by: 'authorship', table: 'record_authors', column: 'user_id' },
  { by: 'versions', table: 'versions', column: 'created_by' },
  { by: 'reviews', table: 'reviews', column: 'user_id' },
  { by: 'comments', table: 'comments', column: 'user_id' },
  { by: 'comments', table: 'occurrence_comments', column: 'author' },
  { by: 'requests', table: 'occurrence_comments', column: 'asks' },
  { by: 'notifications', table: 'notifications', column: 'from_user' },
  { by: 'departments', table: 'departments', column: 'head' },
  { by: 'obligations', table: 'obligations', column: 'responsible' },
  { by: 'obligations', table: 'obligations', column: 'backup' },
  { by: 'bin', table: 'records', column: 'deleted_by' },
  { by: 'audit', table: 'audit_events', column: 'actor' },
] as const;

export type Trace = (typeof TRACES)[number]['by'];

/** What still references a person; empty for somebody without history. */
export async function tracesOf(executor: Executor, user: string): Promise<Trace[]> {
  const { rows } = await sql<{ by: Trace }>`${sql.join(
    TRACES.map(
      ({ by, table, column }, order) =>
        sql`select ${sql.lit(order)} as position, ${sql.lit(by)} as by
            where exists (select from ${sql.table(table)} where ${sql.ref(column)} = ${user}::uuid)`,
    ),
    sql` union all `,
  )} order by position`.execute(executor);
  return [...new Set(rows.map((row) => row.by))];
}

/** Whether the organization has an enabled admin other than this person. Lock the organization first. */
export async function hasOtherAdmin(
  executor: Executor,
  organization: string,
  user: string,
): Promise<boolean> {
  const row = await executor
    .selectFrom('users')
    .select('id')
    .where('organization', '=', organization)
    .where('is_admin', '=', true)
    .where('enabled', '=', true)
    .where('id', '!=', user)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What an access link needs to know of its person. */
export interface Invited {
  readonly id: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly enabled: boolean;
  readonly last_sign_in_at: Date | null;
}

/** Those of these people who are of the organization, by name. */
export const findAmong = (
  executor: Executor,
  organization: string,
  ids: readonly string[],
): Promise<Invited[]> =>
  executor
    .selectFrom('users')
    .select(['id', 'email', 'firstname', 'lastname', 'enabled', 'last_sign_in_at'])
    .where('organization', '=', organization)
    .where('id', 'in', [...ids])
    .orderBy('lastname')
    .orderBy('firstname')
    .orderBy('id')
    .execute();

/** Records that somebody is an author of, in one library or in all. */
export async function recordsAuthoredBy(executor: Executor, user: string, group?: string): Promise<string[]> {
  const rows = await executor
    .selectFrom('record_authors as a')
    .innerJoin('records as r', 'r.id', 'a.record_id')
    .select('r.id')
    .where('a.user_id', '=', user)
    .$if(group !== undefined, (some) => some.where('r.group_id', '=', group ?? ''))
    .orderBy('r.id')
    .execute();
  return rows.map((row) => row.id);
}
