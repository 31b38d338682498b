import { type RawBuilder, sql } from 'kysely';
import { STATE } from '#shared/access/states.ts';
import type { Viewer } from '#shared/access/visibility.ts';

const uuids = (ids: readonly string[]): RawBuilder<string[]> => sql`${`{${ids.join(',')}}`}::uuid[]`;

function libraries(viewer: Viewer) {
  const all = viewer.memberships.map((each) => each.group);
  const holding = viewer.memberships.filter((each) => each.roles.length > 0).map((each) => each.group);
  const judging = viewer.memberships
    .filter((each) => each.roles.includes('review') || each.roles.includes('publish'))
    .map((each) => each.group);
  return { all, holding, judging };
}

function workingCondition(viewer: Viewer, f: RawBuilder<unknown>): RawBuilder<boolean> {
  const { all, holding, judging } = libraries(viewer);
  const beyond =
    viewer.readsBeyond === 'working'
      ? sql`or (${f}.scope in ('public', 'internal') and ${f}.group_id <> all(${uuids(all)}))`
      : sql``;
  return sql<boolean>`(
    (not ${f}.ready and ${f}.created_by = ${viewer.user}::uuid)
    or (${f}.ready and (
      (${f}.scope <> 'confidential' and ${f}.group_id = any(${uuids(holding)}))
      or (${f}.scope = 'confidential' and ${f}.group_id = any(${uuids(judging)}))
      or ${f}.authors @> ${uuids([viewer.user])}
      ${beyond}
    ))
  )`;
}

/**
 * The one visibility rule as a condition over `record_faces`: true for exactly one face of each record that the viewer
 * sees, and for none of the others. `src/shared/access/visibility.ts` is the same rule as a function; a test compares
 * the two over generated cases.
 * @param alias the name under which `record_faces` stands in the query
 */
export function visibleFaceCondition(viewer: Viewer, alias = 'f'): RawBuilder<boolean> {
  const f = sql.ref(alias);
  return sql<boolean>`(${seenFaceCondition(viewer, alias)} and not ${f}.deleted)`;
}

/** As `visibleFaceCondition`, and true also for what the viewer saw until it was deleted. */
export function seenFaceCondition(viewer: Viewer, alias = 'f'): RawBuilder<boolean> {
  if (viewer.memberships.length === 0) return sql<boolean>`false`;
  const f = sql.ref(alias);
  const { all } = libraries(viewer);
  const working = workingCondition(viewer, f);
  const known = viewer.readsBeyond === 'own' ? sql`${f}.group_id = any(${uuids(all)})` : sql`true`;
  return sql<boolean>`(
    ${f}.organization = ${viewer.organization}::uuid and (
      (${f}.face = 'working' and ${working})
      or (
        ${f}.face = 'published'
        and (${f}.scope = 'public' or (${f}.scope = 'internal' and ${known}))
        and not ${working}
      )
    )
  )`;
}

/**
 * A condition over working faces: whether an admin may read a record's name in the bin. They may where it was public or
 * internal (docs/domain/roles-and-visibility.md). It does not check the organization: the query around it must.
 */
export function namedInBinCondition(viewer: Viewer, alias = 'f'): RawBuilder<boolean> {
  const f = sql.ref(alias);
  const seen = viewer.memberships.length > 0 ? workingCondition(viewer, f) : sql<boolean>`false`;
  return sql<boolean>`(${f}.scope in ('public', 'internal') or ${seen})`;
}

/** Leaves obsolete documents out of readers' lists. Queries whose filter asks for them do not use it. */
export function listedCondition(alias = 'f'): RawBuilder<boolean> {
  const f = sql.ref(alias);
  return sql<boolean>`not (${f}.face = 'published' and ${f}.state = ${STATE.obsolete})`;
}
