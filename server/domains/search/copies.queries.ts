import { sql } from 'kysely';
import type { Viewer } from '#shared/access/visibility.ts';
import type { RecordRef } from '#shared/documents/records.schemas.ts';
import type { Executor } from '../../platform/db/change.ts';
import { visibleFaceCondition } from '../access/visibility.policy.ts';

const MOST_COPIES = 5;

/**
 * Documents with these bytes among the versions that a viewer is shown, latest first. By the rule of `isShownTo`: of a
 * working copy all ready versions, of a published one those that were published.
 */
export async function findByHash(executor: Executor, viewer: Viewer, sha256: string): Promise<RecordRef[]> {
  const { rows } = await sql<RecordRef>`
    select f.record_id as _id, f.title
    from versions v join record_faces f on f.record_id = v.record_id
    where v.sha256 = ${sha256} and v.organization = ${viewer.organization}::uuid and v.status = 'ready'
      and (f.face = 'working' or (v.was_published and not v.conflict)) and ${visibleFaceCondition(viewer)}
    group by f.record_id, f.title
    order by max(v.created_at) desc, f.record_id limit ${sql.lit(MOST_COPIES)}`.execute(executor);
  return rows;
}
