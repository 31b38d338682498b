import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { RecordState } from '#shared/access/states.ts';
import type { Viewer } from '#shared/access/visibility.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { OccurrenceEvidenceTable } from '../../../platform/db/tables/calendars.ts';
import { visibleFaceCondition } from '../../access/visibility.policy.ts';

const uuids = (ids: readonly string[]): string => `{${ids.join(',')}}`;

export interface LinkedEvidence extends Selectable<OccurrenceEvidenceTable> {
  readonly state: RecordState;
  readonly number: number | null;
  /** Whether the document still exists. */
  readonly there: boolean;
}

export async function findEvidence(
  executor: Executor,
  occurrences: readonly string[],
): Promise<Map<string, LinkedEvidence[]>> {
  if (occurrences.length === 0) return new Map();
  const rows = await executor
    .selectFrom('occurrence_evidence as e')
    .innerJoin('versions as v', 'v.id', 'e.version_id')
    .innerJoin('records as r', 'r.id', 'e.record_id')
    .selectAll('e')
    .select([
      'v.state',
      'v.number',
      sql<boolean>`(v.status = 'ready' and not v.discarded and r.deleted_at is null)`.as('there'),
    ])
    .where(sql<boolean>`e.occurrence_id = any(${uuids(occurrences)}::uuid[])`)
    .orderBy('e.linked_at')
    .orderBy('e.version_id')
    .execute();
  return Map.groupBy(rows, (row) => row.occurrence_id);
}

export async function insertEvidence(
  trx: Transaction<Schema>,
  row: Insertable<OccurrenceEvidenceTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('occurrence_evidence')
    .values(row)
    .onConflict((conflict) => conflict.columns(['occurrence_id', 'version_id']).doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) === 1;
}

/** Takes a document away from a due day. That it was there is kept, for reports about the days until now. */
export async function deleteEvidence(
  trx: Transaction<Schema>,
  occurrence: string,
  version: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into occurrence_evidence_taken (occurrence_id, record_id, version_id, linked_at, accepted_at, taken_at)
    select occurrence_id, record_id, version_id, linked_at, accepted_at, ${at}::timestamptz from occurrence_evidence
    where occurrence_id = ${occurrence}::uuid and version_id = ${version}::uuid
    on conflict do nothing
  `.execute(trx);
  await trx
    .deleteFrom('occurrence_evidence')
    .where('occurrence_id', '=', occurrence)
    .where('version_id', '=', version)
    .execute();
}

export async function setAccepted(
  trx: Transaction<Schema>,
  occurrence: string,
  versions: readonly string[],
  at: Date,
): Promise<void> {
  if (versions.length === 0) return;
  await trx
    .updateTable('occurrence_evidence')
    .set({ accepted_at: at })
    .where('occurrence_id', '=', occurrence)
    .where('version_id', 'in', [...versions])
    .where('accepted_at', 'is', null)
    .execute();
}

/** The titles of those of these documents that the viewer sees; for a reader the published title. */
export async function findSeenTitles(
  executor: Executor,
  viewer: Viewer,
  records: readonly string[],
): Promise<Map<string, { title: string; working: boolean }>> {
  if (records.length === 0) return new Map();
  const rows = await executor
    .selectFrom('record_faces as f')
    .select(['f.record_id', 'f.title', 'f.face'])
    .where(sql<boolean>`f.record_id = any(${uuids([...new Set(records)])}::uuid[])`)
    .where(visibleFaceCondition(viewer))
    .execute();
  return new Map(rows.map((row) => [row.record_id, { title: row.title, working: row.face === 'working' }]));
}

/** The due days that this transaction's writes have marked. Removes the marks. */
export async function takeStale(trx: Transaction<Schema>): Promise<string[]> {
  const { rows } = await sql<{ occurrence_id: string }>`
    delete from occurrence_stale where marked_by = pg_current_xact_id_if_assigned() returning occurrence_id
  `.execute(trx);
  return rows.map((row) => row.occurrence_id).sort();
}

/** Holds a document still until the end of the transaction: nobody decides about it or its versions meanwhile. */
export async function lockEvidenceRecord(trx: Transaction<Schema>, record: string): Promise<void> {
  await trx.selectFrom('records').select('id').where('id', '=', record).forKeyShare().execute();
}
