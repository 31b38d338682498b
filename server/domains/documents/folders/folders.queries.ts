import { sql } from 'kysely';
import type { Viewer } from '#shared/access/visibility.ts';
import { COUNT_EXACT_MAX } from '#shared/platform/limits.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { listedCondition, visibleFaceCondition } from '../../access/visibility.policy.ts';

/**
 * How many documents that this person sees lie directly in each folder of a library. Counts at most one more than the
 * limit.
 */
export async function countRecordsByFolder(
  executor: Executor,
  viewer: Viewer,
  group: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select d.id, counted.count from folders d cross join lateral (
      select count(*)::int as count from (
        select 1 from record_faces f
        where f.group_id = ${group}::uuid and f.folder_id = d.id
          and ${visibleFaceCondition(viewer)} and ${listedCondition()}
        limit ${sql.lit(COUNT_EXACT_MAX + 1)}) few
    ) counted
    where d.group_id = ${group}::uuid`.execute(executor);
  return new Map(rows.map((row) => [row.id, row.count]));
}
