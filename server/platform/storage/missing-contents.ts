import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Storage } from './storage.ts';

/** How many of the oldest and of the newest contents are looked for. */
const LOOKED_FOR = 10;

/** The database knows documents, and their files are not there: a disk that is not mounted, or half of a restore. */
export class MissingContentsError extends Error {
  override readonly name = 'MissingContentsError';
  constructor() {
    super(
      'DATA_DIR: the database knows documents whose files are not in DATA_DIR/files. Mount or restore them; what came meanwhile would lie elsewhere.',
    );
  }
}

/**
 * Refuses to go on without the files of the documents that the database knows. Call it before the storage is opened,
 * which would make the folder.
 * @throws MissingContentsError
 */
export async function refuseMissingFolder(db: Kysely<Schema>, dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'files'))) return;
  if ((await someContents(db)).length > 0) throw new MissingContentsError();
}

/**
 * The same for a folder that is there and has none of them. Where only some are missing the server starts, and `npm run
 * verify` says which.
 * @throws MissingContentsError
 */
export async function refuseMissingContents(
  db: Kysely<Schema>,
  storage: Pick<Storage, 'stat'>,
): Promise<void> {
  const contents = await someContents(db);
  for (const sha256 of contents) if ((await storage.stat(sha256)) !== null) return;
  if (contents.length > 0) throw new MissingContentsError();
}

/** Some of the oldest and some of the newest: ids are in the order in which they were made. */
async function someContents(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    (select sha256 from versions where status = 'ready' order by id limit ${LOOKED_FOR})
    union (select sha256 from versions where status = 'ready' order by id desc limit ${LOOKED_FOR})`.execute(
    db,
  );
  return rows.map(({ sha256 }) => sha256);
}
