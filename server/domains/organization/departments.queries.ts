import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { DepartmentRow } from '#shared/organization/departments.schemas.ts';
import type { Department } from '#shared/people/people.schemas.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { DepartmentsTable } from '../../platform/db/tables/organization.ts';

export type DepartmentTableRow = Selectable<DepartmentsTable>;

/** Departments of an organization with their heads, by name. */
export async function findDepartments(executor: Executor, organization: string): Promise<Department[]> {
  const rows = await executor
    .selectFrom('departments as d')
    .leftJoin('users as u', 'u.id', 'd.head')
    .select(['d.id', 'd.name', 'd.parent', 'u.id as head', 'u.firstname', 'u.lastname'])
    .where('d.organization', '=', organization)
    .execute();
  return rows
    .map(({ id, name, parent, head, firstname, lastname }) => ({
      _id: id,
      name,
      parent,
      head: head ? { _id: head, firstname: firstname ?? '', lastname: lastname ?? '' } : null,
    }))
    .sort((a, b) => (sortKey(a.name) < sortKey(b.name) ? -1 : 1));
}

/** The same, with the numbers of what belongs directly to each. */
export async function countDepartments(executor: Executor, organization: string): Promise<DepartmentRow[]> {
  const { rows } = await sql<{ id: string; rev: number; people: number; libraries: number }>`
    select d.id, d.rev,
      (select count(*)::int from users u where u.organization = d.organization and u.department = d.id) as people,
      (select count(*)::int from groups g where g.organization = d.organization and g.department = d.id) as libraries
    from departments d where d.organization = ${organization}::uuid`.execute(executor);
  const counted = new Map(rows.map(({ id, ...counts }) => [id, counts]));
  return (await findDepartments(executor, organization)).map((each) => ({
    ...each,
    ...(counted.get(each._id) ?? { rev: 0, people: 0, libraries: 0 }),
  }));
}

/** The rows of all departments of an organization, in no order. Lock the organization first to compare them. */
export const listDepartmentRows = (executor: Executor, organization: string): Promise<DepartmentTableRow[]> =>
  executor.selectFrom('departments').selectAll().where('organization', '=', organization).execute();

export async function insertDepartment(
  trx: Transaction<Schema>,
  row: Insertable<DepartmentsTable>,
): Promise<void> {
  await trx.insertInto('departments').values(row).execute();
}

export async function updateDepartment(
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<DepartmentsTable>,
): Promise<void> {
  await trx.updateTable('departments').set(set).where('id', '=', id).execute();
}

export async function deleteDepartment(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('departments').where('id', '=', id).execute();
}

/** Whether the account of somebody in the organization is enabled; undefined where there is no such person. */
export const findHead = (
  executor: Executor,
  organization: string,
  user: string,
): Promise<{ enabled: boolean } | undefined> =>
  executor
    .selectFrom('users')
    .select('enabled')
    .where('organization', '=', organization)
    .where('id', '=', user)
    .executeTakeFirst();
