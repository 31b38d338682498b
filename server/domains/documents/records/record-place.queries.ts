import type { Insertable, Transaction } from 'kysely';
import { STATE } from '#shared/access/states.ts';
import type { Face } from '#shared/access/visibility.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { ReviewsTable } from '../../../platform/db/tables/documents.ts';
import type { FaceRow } from '../faces/faces.queries.ts';

/** The labels of each face of a record. Does not check visibility: callers must have done so. */
export const findFaceLabels = (
  executor: Executor,
  record: string,
): Promise<Pick<FaceRow, 'face' | 'labels'>[]> =>
  executor.selectFrom('record_faces').select(['face', 'labels']).where('record_id', '=', record).execute();

/** Writes the labels of one face. Call refreshPlacement after it. */
export async function updateFaceLabels(
  trx: Transaction<Schema>,
  record: string,
  face: Face,
  labels: string[],
): Promise<void> {
  await trx
    .updateTable('record_faces')
    .set({ labels })
    .where('record_id', '=', record)
    .where('face', '=', face)
    .execute();
}

/**
 * Sets a version, and with it the working face of its record, back to draft; `review` is what the history says of it.
 */
export async function returnToDraft(
  trx: Transaction<Schema>,
  record: string,
  version: string,
  review: Insertable<ReviewsTable>,
): Promise<void> {
  await trx.updateTable('versions').set({ state: STATE.draft }).where('id', '=', version).execute();
  await trx
    .updateTable('record_faces')
    .set({ state: STATE.draft })
    .where('record_id', '=', record)
    .where('face', '=', 'working')
    .execute();
  await trx.insertInto('reviews').values(review).execute();
}

/** The names of each face of a record. Does not check visibility: callers must have done so. */
export const findFaceNames = (
  executor: Executor,
  record: string,
): Promise<Pick<FaceRow, 'face' | 'name' | 'disk_name'>[]> =>
  executor
    .selectFrom('record_faces')
    .select(['face', 'name', 'disk_name'])
    .where('record_id', '=', record)
    .execute();
