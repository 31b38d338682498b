import { type RawBuilder, sql } from 'kysely';
import { STATE } from '#shared/access/states.ts';
import type { Viewer } from '#shared/access/visibility.ts';
import type { Executor } from '../../platform/db/change.ts';
import { listedCondition, visibleFaceCondition } from '../access/visibility.policy.ts';
import { FACE_COLUMNS, type FaceRow } from '../documents/faces/faces.queries.ts';

const uuids = (ids: Iterable<string>): RawBuilder<string[]> => sql`${`{${[...ids].join(',')}}`}::uuid[]`;

/** The sort key of the lista maestra: documents with a code, then those without. An index has the same expression. */
const CODE_KEY = sql<string>`coalesce('0' || f.code, '1') collate "C"`;

export type MasterFace = FaceRow & { readonly code_key: string };
/** Where the next page begins: after this code, title and document. */
export type MasterPosition = readonly [code: string, title: string, record: string];

/** The visibility rule, without documents whose bytes have not arrived and those that readers' lists leave out. */
const listed = (viewer: Viewer, groups: ReadonlySet<string> | null): RawBuilder<boolean> =>
  sql<boolean>`${visibleFaceCondition(viewer)} and f.ready and ${listedCondition()}
    and ${groups === null ? sql`true` : sql`f.group_id = any(${uuids(groups)})`}`;

/** The documents that somebody sees, by code and title, each in the face that the visibility rule chose. */
export async function findMaster(
  executor: Executor,
  viewer: Viewer,
  groups: ReadonlySet<string> | null,
  after: MasterPosition | null,
  limit: number,
): Promise<MasterFace[]> {
  const from = after
    ? sql<boolean>`(${CODE_KEY}, f.title_sort, f.record_id) > (${after[0]} collate "C", ${after[1]} collate "C", ${after[2]}::uuid)`
    : sql<boolean>`true`;
  return executor
    .selectFrom('record_faces as f')
    .select(FACE_COLUMNS.map((column) => `f.${column}` as const))
    .select(CODE_KEY.as('code_key'))
    .where('f.organization', '=', viewer.organization)
    .where('f.deleted', '=', false)
    .where(listed(viewer, groups))
    .where(from)
    .orderBy(CODE_KEY)
    .orderBy('f.title_sort')
    .orderBy('f.record_id')
    .limit(limit)
    .execute();
}

export async function countMaster(
  executor: Executor,
  viewer: Viewer,
  groups: ReadonlySet<string> | null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from record_faces f
    where f.organization = ${viewer.organization}::uuid and ${listed(viewer, groups)}
  `.execute(executor);
  return rows[0]?.count ?? 0;
}

export interface Approval {
  readonly version_id: string;
  readonly user_id: string;
  readonly at: Date;
}

/** For each of these versions who approved it last, or else who published it. */
export async function findApprovals(
  executor: Executor,
  faces: readonly { readonly record_id: string; readonly version_id: string | null }[],
): Promise<Map<string, Approval>> {
  const versions = faces.flatMap(({ version_id }) => version_id ?? []);
  if (versions.length === 0) return new Map();
  // The condition names the documents too, because the index of reviews begins with them.
  const { rows } = await sql<Approval>`
    select distinct on (v.version_id) v.version_id, v.user_id, v.at from reviews v
    where v.record_id = any(${uuids(faces.map(({ record_id }) => record_id))})
      and v.version_id = any(${uuids(versions)}) and v.to_state in (${STATE.approved}, ${STATE.published})
    order by v.version_id, (v.to_state = ${STATE.approved}) desc, v.at desc, v.id desc
  `.execute(executor);
  return new Map(rows.map((row) => [row.version_id, row]));
}
