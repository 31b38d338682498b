import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { RecordsTable } from '../../platform/db/tables/documents.ts';

/* What the sync feed of a library needs beside the records: written here, read by the feed. */

/** Everybody who syncs this library compares everything again, because somebody may see more or less of it now. */
export async function raiseLibraryAccess(trx: Transaction<Schema>, group: string): Promise<void> {
  await trx.updateTable('groups').set({ access: sql<number>`access + 1` }).where('id', '=', group).execute();
}

/** A document that leaves a library, with what decides who could see it there. */
export interface LeavingRecord {
  readonly record: Pick<Selectable<RecordsTable>, 'id' | 'organization' | 'group_id' | 'scope'>;
  readonly authors: readonly string[];
}

/** Leaves a tombstone in a library's feed, for those who could see the record there. */
export async function leaveLibrary(
  trx: Transaction<Schema>,
  { record, authors }: LeavingRecord,
  seq: number,
  at: Date,
): Promise<void> {
  const published = await trx
    .selectFrom('record_faces')
    .select('face')
    .where('record_id', '=', record.id)
    .where('face', '=', 'published')
    .executeTakeFirst();
  const row = { seq, at, scope: record.scope, authors: [...authors], was_published: published !== undefined };
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

/** Removes a record's tombstone, because it is in this library again. */
export async function returnToLibrary(trx: Transaction<Schema>, group: string, node: string): Promise<void> {
  await trx.deleteFrom('tombstones').where('group_id', '=', group).where('node_id', '=', node).execute();
}

/**
 * Deletes tombstones older than a moment, and raises the library's floor to it in the same transaction. An older cursor
 * could miss one of them, and is answered 410.
 * @returns how many
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
