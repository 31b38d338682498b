import { sortKey } from '#shared/domain/sort-key.ts';
import type { Department } from '#shared/schemas/people.ts';
import type { Executor } from '../db/change.ts';

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
