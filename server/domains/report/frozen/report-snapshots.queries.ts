import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { Viewer } from '#shared/access/visibility.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { ReportSnapshotsTable } from '../../../platform/db/tables/report.ts';
import { visibleFaceCondition } from '../../access/visibility.policy.ts';

const uuids = (ids: Iterable<string>): string => `{${[...ids].join(',')}}`;

const HEAD = [
  ...(['id', 'name', 'note', 'as_of', 'from_month', 'to_month', 'taken_at', 'taken_by'] as const),
  ...(['met', 'due', 'red', 'sha256'] as const),
] as const;
export type SnapshotHeadRow = Omit<Selectable<ReportSnapshotsTable>, 'content' | 'organization'>;

export async function insertSnapshot(
  trx: Transaction<Schema>,
  row: Insertable<ReportSnapshotsTable>,
): Promise<void> {
  await trx.insertInto('report_snapshots').values(row).execute();
}

/** The snapshots of an organization, newest first. */
export function findSnapshots(
  executor: Executor,
  organization: string,
  after: { readonly at: string; readonly id: string } | null,
  limit: number,
): Promise<SnapshotHeadRow[]> {
  let query = executor.selectFrom('report_snapshots').select(HEAD).where('organization', '=', organization);
  if (after)
    query = query.where(sql<boolean>`(taken_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('taken_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export const findSnapshot = (
  executor: Executor,
  organization: string,
  id: string,
): Promise<(SnapshotHeadRow & { content: Buffer }) | undefined> =>
  executor
    .selectFrom('report_snapshots')
    .select(HEAD)
    .select('content')
    .where('organization', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();

/** Those of these documents that readers were served in the same form: the published snapshot equals the working copy. */
export async function findServedAlike(executor: Executor, records: Iterable<string>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.record_id as id from record_faces p join record_faces w
      on w.record_id = p.record_id and w.face = 'working' and (w.version_id, w.state, w.title) = (p.version_id, p.state, p.title)
      and (w.code, w.expires_on, w.next_review_on) is not distinct from (p.code, p.expires_on, p.next_review_on)
    where p.face = 'published' and p.record_id = any(${uuids(records)}::uuid[])
  `.execute(executor);
  return rows.map(({ id }) => id);
}

export interface SeenFace {
  readonly id: string;
  readonly group: string;
  readonly working: boolean;
}

/** Those of these documents that somebody sees now, where they lie, and whether as a working copy. */
export async function findSeenFaces(
  executor: Executor,
  viewer: Viewer,
  records: Iterable<string>,
): Promise<Map<string, SeenFace>> {
  const { rows } = await sql<SeenFace>`
    select f.record_id as id, f.group_id as group, f.face = 'working' as working from record_faces f
    where f.record_id = any(${uuids(records)}::uuid[]) and ${visibleFaceCondition(viewer)}
  `.execute(executor);
  return new Map(rows.map((row) => [row.id, row]));
}
