import { sql } from 'kysely';
import type { Viewer } from '#shared/access/visibility.ts';
import type { Executor } from '../../platform/db/change.ts';
import { visibleFaceCondition } from '../access/visibility.policy.ts';

/** How many of the newest documents are looked at: what is in use is told by these, and a library may have 50,000. */
const FOLDER_ROWS = 200;
const LIBRARY_ROWS = 500;
const ORGANIZATION_ROWS = 500;

/** On how many of the newest documents of each place a label is. */
export interface LabelCounts {
  readonly id: string;
  readonly inFolder: number;
  readonly inLibrary: number;
  readonly elsewhere: number;
}

/** Labels of the newest documents that the viewer sees in a folder (null: the root), its library and the organization. */
export async function countRecentLabels(
  executor: Executor,
  viewer: Viewer,
  { group, folder }: { group: string; folder: string | null },
): Promise<LabelCounts[]> {
  const inFolder = folder === null ? sql`f.folder_id is null` : sql`f.folder_id = ${folder}::uuid`;
  const seen = visibleFaceCondition(viewer);
  const { rows } = await sql<LabelCounts>`
    with newest as (
      (select f.labels, 'folder' as place from record_faces f
        where f.group_id = ${group}::uuid and ${inFolder} and ${seen}
        order by f.date desc, f.record_id desc limit ${sql.lit(FOLDER_ROWS)})
      union all
      (select f.labels, 'library' from record_faces f
        where f.group_id = ${group}::uuid and ${seen}
        order by f.date desc, f.record_id desc limit ${sql.lit(LIBRARY_ROWS)})
      union all
      (select f.labels, 'organization' from record_faces f
        where ${seen}
        order by f.updated_at desc, f.record_id desc limit ${sql.lit(ORGANIZATION_ROWS)})
    )
    select label as id,
      (count(*) filter (where place = 'folder'))::int as "inFolder",
      (count(*) filter (where place = 'library'))::int as "inLibrary",
      (count(*) filter (where place = 'organization'))::int as elsewhere
    from newest cross join unnest(newest.labels) label group by label`.execute(executor);
  return rows;
}
