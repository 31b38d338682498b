import { sql, type Transaction } from 'kysely';
import type { Executor } from '../db/change.ts';
import type { Schema } from '../db/schema.ts';

export interface BlobKey {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Makes the rows of these hashes and locks them to the end of the transaction, so that confirming and
 * garbage-collecting the same bytes exclude each other. A row that was deleted while this waited is made again. Hashes
 * come first in the order of locks (hash, libraries by id, record), so call this before `nextSeqs`.
 * @param by who uploads them: their text is read in this person's turn
 */
export async function lockBlobs(
  trx: Transaction<Schema>,
  blobs: readonly BlobKey[],
  by?: string,
): Promise<void> {
  const bySha = new Map(blobs.map((blob) => [blob.sha256, blob]));
  const rows = [...bySha.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  if (rows.length === 0) return;
  const hashes = rows.map((row) => row.sha256);
  for (let locked = 0; locked < rows.length; ) {
    await trx
      .insertInto('blobs')
      .values(rows.map(({ sha256, size }) => ({ sha256, size, ...(by ? { text_by: by } : {}) })))
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute();
    const found = await sql`
      select 1 from blobs where sha256 = any(${hashes}::text[]) order by sha256 for update
    `.execute(trx);
    locked = found.rows.length;
  }
}

/** Those of these hashes that no version, template or logo refers to. */
export async function findUnnamed(executor: Executor, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const named = await executor
    .selectFrom('versions')
    .select('sha256')
    .distinct()
    .where('sha256', 'in', [...hashes])
    .union(
      executor
        .selectFrom('document_templates')
        .select('sha256')
        .where('sha256', 'in', [...hashes]),
    )
    .union(
      executor
        .selectFrom('organizations')
        .select(sql<string>`logo`.as('sha256'))
        .where('logo', 'in', [...hashes]),
    )
    .execute();
  const known = new Set(named.map((row) => row.sha256));
  return hashes.filter((hash) => !known.has(hash));
}

/** Rows of unused hashes from this prefix on, made before a moment. */
export async function findUnnamedRows(
  executor: Executor,
  prefix: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from blobs b
    where starts_with(sha256, ${prefix}) and created_at < ${before}
      and not exists (select from versions v where v.sha256 = b.sha256)
      and not exists (select from document_templates t where t.sha256 = b.sha256)
      and not exists (select from organizations o where o.logo = b.sha256)
    limit ${limit}
  `.execute(executor);
  return rows.map((row) => row.sha256);
}

export async function deleteBlob(trx: Transaction<Schema>, sha256: string): Promise<void> {
  await trx.deleteFrom('blobs').where('sha256', '=', sha256).execute();
  await trx.deleteFrom('content_blocks').where('sha256', '=', sha256).execute();
  await trx.deleteFrom('damaged_contents').where('sha256', '=', sha256).execute();
}
