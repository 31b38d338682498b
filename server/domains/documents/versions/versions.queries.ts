import { type Insertable, sql, type Transaction, type Updateable } from 'kysely';
import type { RecordState } from '#shared/access/states.ts';
import type { Viewer } from '#shared/access/visibility.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { VersionsTable } from '../../../platform/db/tables/documents.ts';
import { seenFaceCondition, visibleFaceCondition } from '../../access/visibility.policy.ts';
import type { FaceRow, VersionRow } from '../faces/faces.queries.ts';

const COLUMNS = [
  'id', 'organization', 'record_id', 'number', 'state', 'status', 'key', 'name', 'type', 'size', 'sha256', 'comment',
  'base', 'on_stale', 'conflict', 'settled', 'discarded', 'was_published', 'origin', 'operation', 'created_by',
  'created_at', 'ready_at', 'last_byte_at', 'announced', 'unfinished', 'sender', 'sent_for',
] as const satisfies readonly (keyof VersionRow)[]; // biome-ignore format: one list, not thirty lines

/**
 * A version of a record that somebody sees, in any status, and the face by which they see the record. Whether the
 * version itself is shown to them, `isShownTo` decides. One statement, because every download begins here.
 */
export async function findVersionWithFace(
  executor: Executor,
  viewer: Viewer,
  id: string,
): Promise<(VersionRow & Pick<FaceRow, 'face'>) | undefined> {
  return executor
    .selectFrom('versions as v')
    .innerJoin('record_faces as f', 'f.record_id', 'v.record_id')
    .modifyFront(prepared('version_with_face'))
    .select(COLUMNS.map((column) => `v.${column}` as const))
    .select('f.face')
    .where('v.organization', '=', viewer.organization)
    .where('v.id', '=', id)
    .where(visibleFaceCondition(viewer))
    .executeTakeFirst();
}

/** The same for many, in no order; those that are not visible are left out. */
export async function findVersionsWithFaces(
  executor: Executor,
  viewer: Viewer,
  ids: readonly string[],
): Promise<(VersionRow & Pick<FaceRow, 'face'>)[]> {
  return executor
    .selectFrom('versions as v')
    .innerJoin('record_faces as f', 'f.record_id', 'v.record_id')
    .modifyFront(prepared('versions_with_faces'))
    .select(COLUMNS.map((column) => `v.${column}` as const))
    .select('f.face')
    .where('v.organization', '=', viewer.organization)
    .where(sql<boolean>`v.id = any(${ids}::uuid[])`)
    .where(visibleFaceCondition(viewer))
    .execute();
}

/** Versions with these contents, with the faces of their records that the viewer sees. */
export async function findVersionsOfContents(
  executor: Executor,
  viewer: Viewer,
  hashes: readonly string[],
): Promise<(VersionRow & Pick<FaceRow, 'face' | 'deleted'>)[]> {
  return executor
    .selectFrom('versions as v')
    .innerJoin('record_faces as f', 'f.record_id', 'v.record_id')
    .modifyFront(prepared('versions_of_contents'))
    .select(COLUMNS.map((column) => `v.${column}` as const))
    .select(['f.face', 'f.deleted'])
    .where('v.organization', '=', viewer.organization)
    .where(sql<boolean>`v.sha256 = any(${hashes}::text[])`)
    .where('v.status', '=', 'ready')
    .where(seenFaceCondition(viewer))
    .execute();
}

/** A version of the organization, in any status. Does not check visibility. */
export async function findVersion(
  executor: Executor,
  organization: string,
  id: string,
): Promise<VersionRow | null> {
  const row = await executor
    .selectFrom('versions')
    .selectAll()
    .where('organization', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * A version that is there, by its id alone. Does not check visibility: callers must have done so.
 * @throws where it is gone
 */
export const getVersion = (executor: Executor, id: string): Promise<VersionRow> =>
  executor.selectFrom('versions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export async function findVersions(executor: Executor, ids: readonly string[]): Promise<VersionRow[]> {
  if (ids.length === 0) return [];
  return executor
    .selectFrom('versions')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute();
}

/** The same for many, with their rows locked in id order. Lock their records first. */
export async function lockVersions(
  trx: Transaction<Schema>,
  ids: readonly string[],
): Promise<Map<string, VersionRow>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('versions')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * A record's versions, newest first. Those without a number (still pending) come before all others. Does not check
 * visibility.
 */
export function listVersions(executor: Executor, record: string): Promise<VersionRow[]> {
  return executor
    .selectFrom('versions')
    .selectAll()
    .where('record_id', '=', record)
    .orderBy('number', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .execute();
}

/** The version that an operation of this person made. */
export async function findByOperation(
  executor: Executor,
  user: string,
  operation: string,
): Promise<VersionRow | null> {
  const row = await executor
    .selectFrom('versions')
    .selectAll()
    .where('created_by', '=', user)
    .where('operation', '=', operation)
    .executeTakeFirst();
  return row ?? null;
}

/** The versions that these operations made, in no order. */
export async function findByOperations(
  executor: Executor,
  user: string,
  operations: readonly string[],
): Promise<VersionRow[]> {
  return executor
    .selectFrom('versions')
    .selectAll()
    .where('created_by', '=', user)
    .where(sql<boolean>`operation = any(${operations}::text[])`)
    .execute();
}

/** Those of these versions that were ever served to readers (docs/domain/states-and-versions.md). */
export async function findServed(executor: Executor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await executor
    .selectFrom('versions')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .where('was_published', '=', true)
    .where('conflict', '=', false)
    .execute();
  return new Set(rows.map((row) => row.id));
}

export function insertVersion(trx: Transaction<Schema>, row: Insertable<VersionsTable>): Promise<VersionRow> {
  return trx.insertInto('versions').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateVersion(
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<VersionsTable>,
): Promise<VersionRow> {
  return trx.updateTable('versions').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** What a confirmation writes into a version. */
export interface ReadyVersion {
  readonly id: string;
  readonly number: number;
  readonly state: RecordState;
  readonly size: number;
  readonly sha256: string;
  readonly conflict: boolean;
  readonly settled: boolean;
  readonly was_published: boolean;
}

/** Pending versions become ready, in one statement. */
export async function markReady(
  trx: Transaction<Schema>,
  rows: readonly ReadyVersion[],
  at: Date,
): Promise<Map<string, VersionRow>> {
  if (rows.length === 0) return new Map();
  await sql`
    update versions v
    set status = 'ready', number = n.number, state = n.state, size = n.size, sha256 = n.sha256,
        conflict = n.conflict, settled = n.settled, was_published = n.was_published, ready_at = ${at},
        announced = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(id uuid, number int, state int, size bigint, sha256 text, conflict boolean, settled boolean,
           was_published boolean)
    where v.id = n.id
  `.execute(trx);
  const ready = await findVersions(
    trx,
    rows.map((row) => row.id),
  );
  return new Map(ready.map((row) => [row.id, row]));
}

/** Marks those that are still pending errored. @returns the ones that were */
export async function markErrored(executor: Executor, ids: readonly string[]): Promise<VersionRow[]> {
  if (ids.length === 0) return [];
  return executor
    .updateTable('versions')
    .set({ status: 'errored' })
    .where('id', 'in', [...ids])
    .where('status', '=', 'pending')
    .returningAll()
    .execute();
}

/**
 * The record's current version: the highest-numbered ready one that is neither a conflict version nor discarded
 * (docs/domain/states-and-versions.md).
 */
export async function findTopVersion(executor: Executor, record: string): Promise<VersionRow | null> {
  const row = await executor
    .selectFrom('versions')
    .selectAll()
    .where('record_id', '=', record)
    .where('status', '=', 'ready')
    .where('conflict', '=', false)
    .where('discarded', '=', false)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Pending versions for which nothing has arrived since then. */
export function findAbandoned(executor: Executor, before: Date, limit: number) {
  return executor
    .selectFrom('versions as v')
    .innerJoin('records as r', 'r.id', 'v.record_id')
    .select(['v.id', 'v.key', 'v.organization', 'v.record_id', 'r.group_id'])
    .where('v.status', '=', 'pending')
    .where((where) => where(where.fn.coalesce('v.last_byte_at', 'v.created_at'), '<', before))
    .orderBy('v.id')
    .limit(limit)
    .execute();
}

/** Which of these keys belong to pending versions. */
export async function findPendingKeys(executor: Executor, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await executor
    .selectFrom('versions')
    .select('key')
    .where('key', 'in', [...keys])
    .where('status', '=', 'pending')
    .execute();
  return rows.map((row) => row.key);
}

/** Writes who sent a version by a link, and what the link asked for. */
export async function setSender(
  trx: Transaction<Schema>,
  id: string,
  { sender, link }: { readonly sender: string; readonly link: string },
): Promise<void> {
  await trx.updateTable('versions').set({ sender, sent_for: link }).where('id', '=', id).execute();
}
