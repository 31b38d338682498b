import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/**
 * Keeps the hashes of blocks in the database: somebody who can write only to the storage cannot make damaged bytes
 * pass.
 */
export function createBlockHashes(db: Kysely<Schema>) {
  return {
    async find(sha256: string): Promise<Uint8Array | null> {
      const row = await db
        .selectFrom('content_blocks')
        .select('hashes')
        .where('sha256', '=', sha256)
        .executeTakeFirst();
      return row?.hashes ?? null;
    },
    async keep(blocks: ReadonlyMap<string, Uint8Array>): Promise<void> {
      const rows = [...blocks].sort(([a], [b]) => (a < b ? -1 : 1));
      await db
        .insertInto('content_blocks')
        .values(rows.map(([sha256, hashes]) => ({ sha256, hashes })))
        .onConflict((conflict) => conflict.column('sha256').doNothing())
        .execute();
    },
  };
}

/** Notes once that a content was found damaged. */
export async function noteDamaged(db: Kysely<Schema>, sha256: string): Promise<void> {
  await db
    .insertInto('damaged_contents')
    .values({ sha256 })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
}

/** Whether a content was found damaged. It may have been restored since. */
export async function isNotedDamaged(db: Kysely<Schema>, sha256: string): Promise<boolean> {
  const noted = await db
    .selectFrom('damaged_contents')
    .select('sha256')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return noted !== undefined;
}
