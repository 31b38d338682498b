import { sql } from 'kysely';
import type { LabelTag } from '#shared/labels/labels.schemas.ts';
import type { Named, Person } from '#shared/platform/primitives.ts';
import type { Executor } from '../../platform/db/change.ts';
import { prepared } from '../../platform/db/prepared.ts';

/** The names behind the ids of one answer. A folder's name has the names above it before it, joined by ` / `. */
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

/**
 * Does not check visibility: callers must have done so. One statement for all kinds, because on the embedded database
 * each statement is a turn of its worker.
 */
export async function lookup(executor: Executor, wanted: Wanted): Promise<Lookups> {
  const ids = {
    people: distinct(wanted.people),
    groups: distinct(wanted.groups),
    folders: distinct(wanted.folders),
    labels: distinct(wanted.labels),
    types: distinct(wanted.types),
  };
  const found: Lookups = {
    people: new Map(),
    groups: new Map(),
    folders: new Map(),
    labels: new Map(),
    types: new Map(),
  };
  if (Object.values(ids).every((each) => each.length === 0)) return found;
  const { rows } = await sql<{ kind: keyof Lookups; id: string; value: never }>`${prepared('lookup')}
    with recursive up as (
      select id as leaf, id, parent, name, 0 as depth from folders where id = any(${ids.folders}::uuid[])
      union all
      select up.leaf, f.id, f.parent, f.name, up.depth + 1 from up join folders f on f.id = up.parent
    )
    select 'people' as kind, id::text as id,
      json_build_object('_id', id, 'firstname', firstname, 'lastname', lastname) as value
    from users where id = any(${ids.people}::uuid[])
    union all
    select 'groups', id::text, json_build_object('_id', id, 'name', name)
    from groups where id = any(${ids.groups}::uuid[])
    union all
    select 'labels', id::text, json_build_object('_id', id, 'name', name, 'icon', icon)
    from labels where id = any(${ids.labels}::uuid[])
    union all
    -- History names labels that are gone.
    select 'labels', id::text, json_build_object('_id', id, 'name', name, 'icon', icon)
    from gone_labels where id = any(${ids.labels}::uuid[])
    union all
    select 'types', id::text, json_build_object('_id', id, 'name', name)
    from document_types where id = any(${ids.types}::uuid[])
    union all
    -- With the names from the library's root down to them.
    select 'folders', leaf::text, json_build_object('_id', leaf, 'name', (array_agg(name order by depth))[1],
      'path', string_agg(name, ' / ' order by depth desc))
    from up group by leaf`.execute(executor);
  for (const { kind, id, value } of rows) found[kind].set(id, value);
  return found;
}
