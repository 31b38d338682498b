import { sql } from 'kysely';
import type { RecordState } from '#shared/access/states.ts';
import { type Face, type Viewer, visibleFace } from '#shared/access/visibility.ts';
import type { Executor } from '../../platform/db/change.ts';
import { listedCondition, visibleFaceCondition } from '../access/visibility.policy.ts';
import type { SeenRecord } from '../documents/faces/faces.queries.ts';

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
    .where(visibleFaceCondition(viewer))
    .where(listedCondition());
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

/** What changed in a library after a seq, oldest first. Does not check visibility: callers must do so. */
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

/** Whether somebody could have seen a node that they do not see any more. */
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

/**
 * What a position in a library's feed is made of: the library's and the person's counters; undefined where either is
 * gone.
 */
export const findFeedCounters = (executor: Executor, group: string, user: string) =>
  executor
    .selectFrom('groups as g')
    .innerJoin('users as u', 'u.organization', 'g.organization')
    .select(['g.seq', 'g.access as groupAccess', 'u.access as userAccess', 'g.feed_floor'])
    .where('g.id', '=', group)
    .where('u.id', '=', user)
    .executeTakeFirst();

/** What tells this database from another one, and from itself before it was restored from a backup. */
export async function getEpoch(executor: Executor): Promise<string> {
  const row = await executor.selectFrom('installation').select('epoch').executeTakeFirstOrThrow();
  return row.epoch;
}

/**
 * The folders of a library with the labels that new documents start with there. Does not check visibility: callers
 * must have done so.
 */
export const findFeedFolders = (executor: Executor, group: string) =>
  executor
    .selectFrom('folders')
    .select(['id', 'parent', 'name', 'default_labels'])
    .where('group_id', '=', group)
    .execute();

/** The labels that new documents start with in a library that is there. @throws where it is gone */
export async function getDefaultLabels(executor: Executor, group: string): Promise<string[]> {
  const row = await executor
    .selectFrom('groups')
    .select('default_labels')
    .where('id', '=', group)
    .executeTakeFirstOrThrow();
  return row.default_labels;
}
