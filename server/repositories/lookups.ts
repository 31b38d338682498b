import { sql } from 'kysely';
import type { LabelTag } from '#shared/schemas/label.ts';
import type { Named, Person } from '#shared/schemas/primitives.ts';
import type { Executor } from '../db/change.ts';

/** Names behind the ids of one answer: each kind in one query, however many rows. */
export interface Lookups {
  people: Map<string, Person>;
  groups: Map<string, Named>;
  folders: Map<string, Named & { path: string }>;
  labels: Map<string, LabelTag>;
  types: Map<string, Named>;
}

export interface Wanted {
  people?: Iterable<string>;
  groups?: Iterable<string>;
  folders?: Iterable<string | null>;
  labels?: Iterable<string>;
  types?: Iterable<string | null>;
}

const distinct = (ids: Iterable<string | null> | undefined): string[] =>
  [...new Set(ids ?? [])].filter((id): id is string => id !== null);

export async function lookup(executor: Executor, wanted: Wanted): Promise<Lookups> {
  const [people, groups, folders, labels, types] = [
    distinct(wanted.people),
    distinct(wanted.groups),
    distinct(wanted.folders),
    distinct(wanted.labels),
    distinct(wanted.types),
  ];
  return {
    people: await findPeople(executor, people),
    groups: byId(
      groups.length === 0
        ? []
        : await executor
            .selectFrom('groups')
            .select(['id as _id', 'name'])
            .where('id', 'in', groups)
            .execute(),
    ),
    folders: await findFolders(executor, folders),
    labels: byId(
      labels.length === 0
        ? []
        : await executor
            .selectFrom('labels')
            .select(['id as _id', 'name', 'icon'])
            .where('id', 'in', labels)
            .execute(),
    ),
    types: byId(
      types.length === 0
        ? []
        : await executor
            .selectFrom('document_types')
            .select(['id as _id', 'name'])
            .where('id', 'in', types)
            .execute(),
    ),
  };
}

const byId = <T extends { _id: string }>(rows: readonly T[]): Map<string, T> =>
  new Map(rows.map((row) => [row._id, row]));

async function findPeople(executor: Executor, ids: string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  return byId(
    await executor
      .selectFrom('users')
      .select(['id as _id', 'firstname', 'lastname'])
      .where('id', 'in', ids)
      .execute(),
  );
}

/** Folders with the names from the library's root down to them, joined by ` / `. */
async function findFolders(executor: Executor, ids: string[]): Promise<Lookups['folders']> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ _id: string; name: string; path: string }>`
    with recursive up as (
      select id as leaf, id, parent, name, 0 as depth from folders where id = any(${`{${ids.join(',')}}`}::uuid[])
      union all
      select up.leaf, f.id, f.parent, f.name, up.depth + 1 from up join folders f on f.id = up.parent
    )
    select leaf as "_id", (array_agg(name order by depth))[1] as name, string_agg(name, ' / ' order by depth desc) as path
    from up group by leaf
  `.execute(executor);
  return byId(rows);
}
