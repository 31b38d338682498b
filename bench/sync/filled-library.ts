import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../server/platform/db/schema.ts';
import { createBlockHashes } from '../../server/platform/storage/content-blocks.queries.ts';
import { openFileStorage } from '../../server/platform/storage/file-storage.ts';
import { openIn } from '../lib/databases.ts';

const IN_A_FOLDER = 20;
/** Number inserted by one statement: a long one blocks the embedded database. */
const CHUNK = 5000;

/** The document at a position, as `fillLibrary` inserts it. */
export function textOf(at: number): {
  readonly folder: string;
  readonly name: string;
  readonly text: string;
} {
  return {
    folder: `Carpeta ${Math.floor(at / IN_A_FOLDER)}`,
    name: `Documento ${at}.txt`,
    text: `Texto del documento ${at}`,
  };
}

/**
 * Inserts documents into a library whose server is stopped. A comparison with the same files on a disk requests no bytes,
 * so only those are stored without which the server would not start: it looks for the oldest and the newest.
 */
export async function fillLibrary(
  dataDir: string,
  library: string,
  files: number,
  inFolder = IN_A_FOLDER,
): Promise<void> {
  const database = await openIn(dataDir);
  const { db } = database;
  const person = await db
    .selectFrom('group_members')
    .select(['user_id', 'organization'])
    .where('group_id', '=', library)
    .executeTakeFirstOrThrow();
  const of = sql`${person.organization}::uuid`;
  const by = sql`${person.user_id}::uuid`;
  const home = sql`${library}::uuid`;
  await sql`
    insert into folders (id, organization, group_id, parent, name, name_key, seq)
    select gen_random_uuid(), ${of}, ${home}, null, 'Carpeta ' || n, 'carpeta ' || n, n + 1
    from generate_series(0, ${Math.ceil(files / inFolder) - 1}::int) n`.execute(db);
  for (let from = 0; from < files; from += CHUNK)
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`
        with made as materialized (
          select gen_random_uuid() as id, gen_random_uuid() as version, n, f.id as folder, f.seq + n as seq,
            'Texto del documento ' || n as text
          from generate_series(${from}::int, ${Math.min(files, from + CHUNK) - 1}::int) n
          join folders f on f.group_id = ${home} and f.name = 'Carpeta ' || n / ${sql.lit(inFolder)}
        ), record as (
          insert into records (id, organization, group_id, folder_id, scope, ready, current_version, next_number,
            created_by, seq)
          select id, ${of}, ${home}, folder, 'internal', true, version, 2, ${by}, seq from made
        ), version as (
          insert into versions (id, organization, record_id, number, state, status, key, name, type, size, sha256,
            origin, created_by, ready_at)
          select version, ${of}, id, 1, 1, 'ready', version::text, 'Documento ' || n || '.txt', 'text/plain',
            octet_length(text), encode(sha256(convert_to(text, 'UTF8')), 'hex'), 'sync', ${by}, now()
          from made
        )
        insert into record_faces (record_id, face, organization, group_id, folder_id, scope, authors, created_by,
          ready, version_id, number, state, title, name, disk_name, disk_key, notes, labels, date, file_type,
          file_kind, size, title_sort, name_sort, search_extra, updated_at)
        select id, 'working', ${of}, ${home}, folder, 'internal', array[${by}], ${by}, true, version, 1, 1,
          'Documento ' || n, 'Documento ' || n || '.txt', 'Documento ' || n || '.txt', 'documento ' || n || '.txt', '',
          '{}', date '2026-11-05', 'text/plain', 'text', octet_length(text), 'documento ' || n, 'documento ' || n, '',
          now()
        from made`.execute(trx);
    });
  await sql`update groups set seq = 2 * ${files}::int + 2 where id = ${home}`.execute(db);
  const { name } = await db
    .selectFrom('versions')
    .select('name')
    .where('status', '=', 'ready')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await storeText(db, dataDir, textOf(Number(/\d+/.exec(name)?.[0])).text);
  await database.close();
}

async function storeText(db: Kysely<Schema>, dataDir: string, text: string): Promise<void> {
  const storage = await openFileStorage(dataDir, {
    blocks: createBlockHashes(db),
    onDamaged: () => undefined,
  });
  const path = join(dataDir, 'text');
  await writeFile(path, text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  await storage.putFile({ path, sha256, size: Buffer.byteLength(text) });
  await rm(path, { force: true });
}
