import type { Transaction } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { RecordRow } from '../faces/faces.queries.ts';

/** Makes these the only authors of a record, in this order. Call refreshPlacement after it. */
export async function replaceAuthors(
  trx: Transaction<Schema>,
  record: Pick<RecordRow, 'id' | 'organization'>,
  authors: readonly string[],
): Promise<void> {
  await trx.deleteFrom('record_authors').where('record_id', '=', record.id).execute();
  await trx
    .insertInto('record_authors')
    .values(
      authors.map((author, position) => ({
        organization: record.organization,
        record_id: record.id,
        user_id: author,
        position,
      })),
    )
    .execute();
}

/** Takes somebody out of the authors of these records. Call refreshPlacement of each after it. */
export async function deleteAuthor(
  trx: Transaction<Schema>,
  user: string,
  records: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('record_authors')
    .where('user_id', '=', user)
    .where('record_id', 'in', records)
    .execute();
}
