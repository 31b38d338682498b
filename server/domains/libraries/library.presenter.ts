import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Library } from '#shared/libraries/groups.schemas.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { GroupsTable } from '../../platform/db/tables/organization.ts';
import { lookup } from '../access/names.queries.ts';
import { findDepartments } from '../organization/departments.queries.ts';
import { findLibraryMembers, type LibraryMemberRow } from './libraries.queries.ts';

type GroupRow = Selectable<GroupsTable>;

/** A hash of the library and its members. Two people who save what they read of one library are told apart by it. */
export function revOf(row: GroupRow, members: readonly LibraryMemberRow[]): string {
  const told = members.map(({ id, roles }) => `${id}:${roles.join()}`).join(' ');
  return `${row.rev}.${createHash('sha256').update(told).digest('hex').slice(0, 16)}`;
}

/** A library with its members by name, as its screen shows it. */
export async function presentLibrary(executor: Executor, actor: Actor, row: GroupRow): Promise<Library> {
  const members = await findLibraryMembers(executor, row.id);
  const names = await lookup(executor, { labels: row.default_labels });
  const department = row.department
    ? (await findDepartments(executor, actor.organization)).find((each) => each._id === row.department)
    : undefined;
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    department: department ? { _id: department._id, name: department.name } : null,
    defaultLabels: row.default_labels.flatMap((id) => names.labels.get(id) ?? []),
    createdAt: row.created_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
    rev: revOf(row, members),
    members: members
      .map(({ id, firstname, lastname, enabled, roles, author }) => ({
        user: { _id: id, firstname, lastname },
        roles,
        enabled,
        ...(actor.isAdmin ? { author } : {}),
      }))
      .sort((a, b) => (nameKey(a.user) < nameKey(b.user) ? -1 : 1)),
  };
}

const nameKey = ({ firstname, lastname }: { firstname: string; lastname: string }): string =>
  sortKey(`${lastname} ${firstname}`);
