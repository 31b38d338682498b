import { sql, type Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';

export interface BlobKey {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Makes the rows of these hashes and locks them to the end of the transaction: confirming and collecting the same
 * bytes exclude each other. Hashes come first in the order of locks (hash, libraries by id, record), so call this
 * before `nextSeqs`.
 */
export async function lockBlobs(trx: Transaction<Schema>, blobs: readonly BlobKey[]): Promise<void> {
  const bySha = new Map(blobs.map((blob) => [blob.sha256, blob]));
  const rows = [...bySha.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  if (rows.length === 0) return;
  await trx
    .insertInto('blobs')
    .values(rows.map(({ sha256, size }) => ({ sha256, size })))
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
  await sql`
    select 1 from blobs where sha256 = any(${rows.map((row) => row.sha256)}::text[]) order by sha256 for update
  `.execute(trx);
}
