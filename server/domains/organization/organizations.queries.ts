import { type Selectable, sql, type Transaction } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { OrganizationsTable } from '../../platform/db/tables/organization.ts';

export type OrganizationRow = Selectable<OrganizationsTable>;

export const findOrganization = (executor: Executor, id: string): Promise<OrganizationRow> =>
  executor.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export async function hasOrganization(executor: Executor): Promise<boolean> {
  return (await executor.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Prevents others from creating an organization until the end of the transaction. */
export async function lockOrganizations(trx: Transaction<Schema>): Promise<void> {
  await sql`lock table organizations in share row exclusive mode`.execute(trx);
}

/** Makes changes of who administers wait for each other. Writes that only refer to the organization are not blocked. */
export async function lockOrganization(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx.selectFrom('organizations').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
