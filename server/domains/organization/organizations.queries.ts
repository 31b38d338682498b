import { type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { OrganizationsTable } from '../../platform/db/tables/organization.ts';
import { lacksSecondStep } from './second-step-rule.queries.ts';

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

/** Writes columns of an organization. Lock it first. */
export async function updateOrganization(
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<OrganizationsTable>,
): Promise<void> {
  await trx.updateTable('organizations').set(set).where('id', '=', id).execute();
}

/** The ids of everybody in an organization whose account is enabled. */
export async function findEnabledPeople(executor: Executor, organization: string): Promise<string[]> {
  const rows = await executor
    .selectFrom('users')
    .select('id')
    .where('organization', '=', organization)
    .where('enabled', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}

/** The ids of an organization's managers whose account is enabled. */
export async function findManagers(executor: Executor, organization: string): Promise<string[]> {
  const rows = await executor
    .selectFrom('users')
    .select('id')
    .where('organization', '=', organization)
    .where('enabled', '=', true)
    .where('is_manager', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}

/** The ids of everybody enabled who needs a second step of their sign-in and has set none up. */
export async function findPeopleWithoutSecondStep(
  executor: Executor,
  organization: string,
): Promise<string[]> {
  const rows = await executor
    .selectFrom('users as u')
    .select('u.id')
    .where('u.organization', '=', organization)
    .where('u.enabled', '=', true)
    .where(lacksSecondStep)
    .execute();
  return rows.map(({ id }) => id);
}
