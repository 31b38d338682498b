import { type Expression, type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { RecordState } from '#shared/domain/states.ts';
import { type Face, type Viewer, visibleFace } from '#shared/domain/visibility.ts';
import type { Executor } from '../db/change.ts';
import type { Schema } from '../db/schema.ts';
import { listedCondition, visibleFaceCondition } from '../policies/visibility.ts';
import type { SeenRecord } from './faces.ts';

/** Whoever syncs this library compares everything again: somebody may see more or less of it now. */
export async function raiseLibraryAccess(trx: Transaction<Schema>, group: string): Promise<void> {
  await trx.updateTable('groups').set({ access: sql<number>`access + 1` }).where('id', '=', group).execute();
}

/** Leaves a tombstone in a library's feed, for those who could see the record there. */
export async function leaveLibrary(
  trx: Transaction<Schema>,
  { record, face }: SeenRecord,
  seq: number,
  at: Date,
): Promise<void> {
  const published = await trx
    .selectFrom('record_faces')
    .select('face')
    .where('record_id', '=', record.id)
    .where('face', '=', 'published')
    .executeTakeFirst();
  const row = { seq, at, scope: record.scope, authors: face.authors, was_published: published !== undefined };
  await trx
    .insertInto('tombstones')
    .values({
      organization: record.organization,
      group_id: record.group_id,
      node_id: record.id,
      kind: 'record',
      ...row,
    })
    .onConflict((conflict) => conflict.columns(['group_id', 'node_id']).doUpdateSet(row))
    .execute();
}

/** It stands here again: what was said of its leaving no longer holds. */
export async function returnToLibrary(trx: Transaction<Schema>, group: string, node: string): Promise<void> {
  await trx.deleteFrom('tombstones').where('group_id', '=', group).where('node_id', '=', node).execute();
}

/**
 * Forgets what left libraries before a moment. In the same transaction the library's floor rises to it: an older
 * cursor could miss one of these, and is answered 410 from then on. @returns how many
 */
export async function purgeTombstones(db: Kysely<Schema>, before: Date): Promise<number> {
  const groups = await db
    .selectFrom('tombstones')
    .select('group_id')
    .distinct()
    .where('at', '<', before)
    .execute();
  let gone = 0;
  for (const { group_id } of groups) {
    gone += await db.transaction().execute(async (trx) => {
      const purged = await trx
        .deleteFrom('tombstones')
        .where('group_id', '=', group_id)
        .where('at', '<', before)
        .returning('seq')
        .execute();
      const floor = Math.max(0, ...purged.map((row) => row.seq));
      await trx
        .updateTable('groups')
        .set({ feed_floor: sql<number>`greatest(feed_floor, ${floor})` })
        .where('id', '=', group_id)
        .execute();
      return purged.length;
    });
  }
  return gone;
}

export interface FeedRecord {
  id: string;
  seq: number;
  folder_id: string | null;
  disk_name: string;
  face: Face;
  state: RecordState;
  rev: number;
  version: string;
  number: number;
  sha256: string;
  size: number;
}

type Where = Expression<SqlBool>;

/** Records of a library as this person syncs them: the published version for readers, the current one for the others. */
function feedRecords(executor: Executor, viewer: Viewer, group: string) {
  return executor
    .selectFrom('record_faces as f')
    .innerJoin('records as r', 'r.id', 'f.record_id')
    .innerJoin('versions as v', 'v.id', 'f.version_id')
    .select([
      'r.id', 'r.seq', 'f.folder_id', 'f.disk_name', 'f.face', 'f.state', 'r.rev', 'v.id as version', 'v.number',
      'v.sha256', 'v.size',
    ]) // biome-ignore format: columns
    .where('f.group_id', '=', group)
    .where('f.ready', '=', true)
    .where(visibleFaceCondition(viewer) as unknown as Where)
    .where(listedCondition() as unknown as Where);
}

export async function recordsAfterId(
  executor: Executor,
  viewer: Viewer,
  group: string,
  after: string | null,
  limit: number,
): Promise<FeedRecord[]> {
  let query = feedRecords(executor, viewer, group).orderBy('r.id').limit(limit);
  if (after) query = query.where('r.id', '>', after);
  return (await query.execute()) as FeedRecord[];
}

export async function findFeedRecords(
  executor: Executor,
  viewer: Viewer,
  group: string,
  ids: readonly string[],
): Promise<FeedRecord[]> {
  if (ids.length === 0) return [];
  return (await feedRecords(executor, viewer, group)
    .where('r.id', 'in', [...ids])
    .execute()) as FeedRecord[];
}

export interface ChangedNode {
  id: string;
  seq: number;
  kind: 'record' | 'folder' | 'tombstone';
  tombstone_kind: 'record' | 'folder' | null;
  scope: SeenRecord['record']['scope'] | null;
  authors: string[] | null;
  was_published: boolean | null;
}

/** What changed in a library after a seq, oldest first, whoever may see it. */
export async function changedNodes(
  executor: Executor,
  group: string,
  since: number,
  limit: number,
): Promise<ChangedNode[]> {
  const { rows } = await sql<ChangedNode>`
    (select id, seq, 'record' as kind, null as tombstone_kind, scope,
            array(select user_id from record_authors a where a.record_id = r.id) as authors,
            exists(select 1 from record_faces p where p.record_id = r.id and p.face = 'published') as was_published
     from records r
     where group_id = ${group}::uuid and seq > ${since} and ready and deleted_at is null order by seq limit ${limit})
    union all
    (select id, seq, 'folder', null, null, null, null from folders
     where group_id = ${group}::uuid and seq > ${since} order by seq limit ${limit})
    union all
    (select node_id, seq, 'tombstone', kind, scope, authors, was_published from tombstones
     where group_id = ${group}::uuid and seq > ${since} order by seq limit ${limit})
    order by seq, id limit ${limit}
  `.execute(executor);
  return rows;
}

/** Whether somebody could have seen a node that is no longer there for them. */
export function couldSee(viewer: Viewer, group: string, node: ChangedNode): boolean {
  if (node.kind === 'folder' || node.tombstone_kind === 'folder') return true;
  return (
    visibleFace(viewer, {
      organization: viewer.organization,
      group,
      scope: node.scope ?? 'internal',
      authors: node.authors ?? [],
      createdBy: '',
      ready: true,
      published: node.was_published ?? false,
      deleted: false,
    }) !== null
  );
}
