import { type Expression, type SqlBool, sql } from 'kysely';
import type { Viewer } from '#shared/domain/visibility.ts';
import type { Executor } from '../db/change.ts';
import { listedCondition, visibleFaceCondition } from '../policies/visibility.ts';

/** Documents directly in each folder of a library that this person sees. */
export async function countRecordsByFolder(
  executor: Executor,
  viewer: Viewer,
  group: string,
): Promise<Map<string, number>> {
  const rows = await executor
    .selectFrom('record_faces as f')
    .select(['f.folder_id', sql<number>`count(*)::int`.as('count')])
    .where('f.group_id', '=', group)
    .where('f.folder_id', 'is not', null)
    .where(visibleFaceCondition(viewer) as unknown as Expression<SqlBool>)
    .where(listedCondition() as unknown as Expression<SqlBool>)
    .groupBy('f.folder_id')
    .execute();
  return new Map(rows.map((row) => [row.folder_id ?? '', row.count]));
}
