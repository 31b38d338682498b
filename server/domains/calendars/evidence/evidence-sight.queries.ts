import { sql } from 'kysely';
import type { Scope } from '#shared/access/scopes.ts';
import { STATE } from '#shared/access/states.ts';
import type { Viewer } from '#shared/access/visibility.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { seenFaceCondition } from '../../access/visibility.policy.ts';

const uuids = (ids: readonly string[]): string => `{${ids.join(',')}}`;

/** Those of these documents that lie in the bin and that the viewer saw until then. */
export async function findBinned(
  executor: Executor,
  viewer: Viewer,
  records: readonly string[],
): Promise<Map<string, { working: boolean }>> {
  if (records.length === 0) return new Map();
  const rows = await executor
    .selectFrom('record_faces as f')
    .select(['f.record_id', 'f.face'])
    .where(sql<boolean>`f.record_id = any(${uuids(records)}::uuid[])`)
    .where('f.deleted', '=', true)
    .where(seenFaceCondition(viewer))
    .execute();
  return new Map(rows.map((row) => [row.record_id, { working: row.face === 'working' }]));
}

/** Where a document was that was deleted for good, and who could read it: what the trail keeps of it. */
export interface PurgedEvidence {
  readonly group: string;
  readonly scope: Scope;
  /** Whether it was published at some time. */
  readonly published: boolean;
}

/** Those of these documents that were deleted for good. Does not check visibility: callers must do so. */
export async function findPurgedEvidence(
  executor: Executor,
  organization: string,
  records: readonly string[],
): Promise<Map<string, PurgedEvidence>> {
  if (records.length === 0) return new Map();
  const { rows } = await sql<PurgedEvidence & { id: string }>`
    select p.target_id as id, p.before ->> 'group' as group, p.before ->> 'scope' as scope, exists (
      select from audit_events s where s.organization = p.organization and s.target_id = p.target_id
        and s.after ->> 'state' = ${String(STATE.published)}) as published
    from audit_events p
    where p.organization = ${organization}::uuid and p.action = 'record.purge'
      and p.target_id = any(${uuids(records)}::uuid[])
      and p.before ->> 'group' is not null and p.before ->> 'scope' is not null
  `.execute(executor);
  return new Map(rows.map(({ id, ...was }) => [id, was]));
}
