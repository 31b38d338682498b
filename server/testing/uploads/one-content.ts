import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

/**
 * Puts the file of one document where a server looks for it. A server does not start on a database that knows documents
 * and has none of their files.
 */
export async function placeOneContent(db: Kysely<Schema>, dataDir: string): Promise<void> {
  const { sha256 } = await db
    .selectFrom('versions')
    .select('sha256')
    .where('status', '=', 'ready')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const path = join(dataDir, 'files', String(sha256).slice(0, 1), String(sha256));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'x');
}
