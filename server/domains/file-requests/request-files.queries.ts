import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { FileRequestFilesTable } from '../../platform/db/tables/file-requests.ts';

export type RequestFileRow = Selectable<FileRequestFilesTable>;

/** A file that was begun by this link. */
export const findFile = (
  executor: Executor,
  request: string,
  id: string,
): Promise<RequestFileRow | undefined> =>
  executor
    .selectFrom('file_request_files')
    .selectAll()
    .where('id', '=', id)
    .where('request_id', '=', request)
    .executeTakeFirst();

export const findFileByOperation = (
  executor: Executor,
  request: string,
  operation: string,
): Promise<RequestFileRow | undefined> =>
  executor
    .selectFrom('file_request_files')
    .selectAll()
    .where('request_id', '=', request)
    .where('operation', '=', operation)
    .executeTakeFirst();

export async function insertFile(
  trx: Transaction<Schema>,
  row: Insertable<FileRequestFilesTable>,
): Promise<void> {
  await trx.insertInto('file_request_files').values(row).execute();
}

/** Writes that somebody is still at it. */
export async function touchFile(executor: Executor, id: string, at: Date): Promise<void> {
  await executor.updateTable('file_request_files').set({ touched_at: at }).where('id', '=', id).execute();
}

/** @returns whether it was still pending */
export async function markGivenUp(trx: Transaction<Schema>, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('file_request_files')
    .set({ given_up_at: at })
    .where('id', '=', id)
    .where('received_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether it was not received before, nor given up */
export async function markReceived(
  trx: Transaction<Schema>,
  id: string,
  { version, sha256, at }: { readonly version: string; readonly sha256: string; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('file_request_files')
    .set({ received_at: at, sha256, version_id: version })
    .where('id', '=', id)
    .where('received_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How many files have come by a link since then. */
export async function countReceivedSince(executor: Executor, request: string, since: Date): Promise<number> {
  const { count } = await executor
    .selectFrom('file_request_files')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('request_id', '=', request)
    .where('received_at', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
}
