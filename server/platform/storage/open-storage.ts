import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../db/schema.ts';
import { createBlockHashes, noteDamaged } from './content-blocks.queries.ts';
import { openFileStorage } from './file-storage.ts';
import type { Storage } from './storage.ts';

/** A damaged content is logged once in this time, however often it is read. */
const LOG_EVERY_MS = 3_600_000;

/**
 * The storage below `dataDir`, with the hashes of its blocks in the database. Damaged contents are logged, and listed
 * on the admins' page.
 * @param leftoverSeconds as in `openFileStorage`
 */
export function openStorage(
  { dataDir, db, log }: { dataDir: string; db: Kysely<Schema>; log: Pick<Logger, 'error'> },
  leftoverSeconds?: number,
): Promise<Storage> {
  const logged = new Map<string, number>();
  const onDamaged = (sha256: string): void => {
    const now = Date.now();
    if (now - (logged.get(sha256) ?? 0) < LOG_EVERY_MS) return;
    logged.set(sha256, now);
    log.error({ sha256 }, 'a kept content is damaged: it is not served until it is restored');
    noteDamaged(db, sha256).catch((error: unknown) =>
      log.error({ err: error, sha256 }, 'a damaged content was not noted'),
    );
  };
  return openFileStorage(dataDir, { blocks: createBlockHashes(db), onDamaged }, leftoverSeconds);
}
