import { createHash } from 'node:crypto';
import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql, type Transaction } from 'kysely';
import { clashKey } from '#shared/platform/files/names.ts';
import { withoutLimit } from '../platform/db/query-limit.ts';
import type { Schema } from '../platform/db/schema.ts';
import { newId } from '../platform/ids.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { type BulkLibrary, type BulkPlan, makeRow, ROOT } from './bulk-rows.ts';
import { BULK_WORDS, random } from './bulk-text.ts';

const CHUNK = 2_000;
const FOLDERS = 40;
const FILES = 64;
const LIBRARIES = ['Archivo norte', 'Archivo sur', 'Archivo oriente', 'Archivo poniente'] as const;

/**
 * Bulk data for trials and benchmarks: libraries *Archivo …* with folders and any number of records. They are written
 * in large statements instead of through the services, so without audit, mails and notifications. Search rows, places
 * and the sync feed are filled as the services fill them. Records share a few real files.
 * @param inOneFolder number of records in the first folder of *Archivo norte*; the others are spread
 * @returns the number of records created
 */
export async function seedBulk(
  db: Kysely<Schema>,
  storage: Storage,
  organization: string,
  records: number,
  onProgress: (done: number) => void = () => {},
  inOneFolder = 0,
): Promise<number> {
  const plan = { ...(await makePlan(db, storage, organization)), inOneFolder };
  const libraries = await makeLibraries(db, plan);
  const next = random(records);
  await withoutIndexes(db, records, async () => {
    for (let from = 0; from < records; from += CHUNK) {
      const numbers = Array.from({ length: Math.min(CHUNK, records - from) }, (_, at) => from + at);
      await db.transaction().execute((trx) => insertChunk(trx, plan, libraries, numbers, records, next));
      onProgress(from + numbers.length);
    }
  });
  for (const library of libraries) {
    await db.updateTable('groups').set({ seq: library.seq }).where('id', '=', library.id).execute();
  }
  // The embedded database does not analyze its tables by itself, and without statistics its plans are poor.
  await sql`analyze`.execute(db);
  return records;
}

/**
 * Updating the search indexes row by row costs ten times the rows themselves. So if many rows are added to few, the
 * indexes are dropped first and always created again, also after a failure.
 */
async function withoutIndexes(db: Kysely<Schema>, records: number, fill: () => Promise<void>): Promise<void> {
  const existing = await sql<{ count: number }>`select count(*) as count from record_faces`.execute(db);
  if (records < (existing.rows[0]?.count ?? 0) / 4) {
    return fill();
  }
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = 'record_faces'::regclass and not i.indisunique`.execute(db);
  for (const { name } of rows) {
    await sql`drop index ${sql.raw(name)}`.execute(db);
  }
  try {
    await fill();
  } finally {
    await db.connection().execute((one) =>
      withoutLimit(one, async () => {
        for (const { definition } of rows) await sql.raw(definition).execute(one);
      }),
    );
  }
}

async function makePlan(
  db: Kysely<Schema>,
  storage: Storage,
  organization: string,
): Promise<Omit<BulkPlan, 'inOneFolder'>> {
  const ids = async (table: 'labels' | 'document_types') =>
    (await db.selectFrom(table).select('id').where('organization', '=', organization).execute()).map(
      ({ id }) => id,
    );
  const creator = await db
    .selectFrom('users')
    .select('id')
    .where('organization', '=', organization)
    .orderBy(sql`email like 'autora@%' desc`)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const files: BulkPlan['files'][number][] = [];
  for (let at = 0; at < FILES; at += 1) {
    const bytes = Buffer.from(`Documento de ${BULK_WORDS.common} número ${at + 1}\r\n`.repeat(40 + at));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const path = join(storage.incoming, `bulk-${newId()}`);
    await writeFile(path, bytes);
    await storage.putFile({ path, sha256, size: bytes.length });
    await unlink(path);
    files.push({ sha256, size: bytes.length });
  }
  await db
    .insertInto('blobs')
    // A million documents share these few files, so their words would be indexed for each of them.
    .values(files.map((file) => ({ ...file, text_status: 'none' as const, text_reason: 'kind' as const })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rights = await sql<{ superuser: boolean }>`
    select usesuper as superuser from pg_user where usename = current_user`.execute(db);
  return {
    organization,
    creator: creator.id,
    labels: await ids('labels'),
    types: await ids('document_types'),
    files,
    superuser: rights.rows[0]?.superuser ?? false,
  };
}

/** Libraries of earlier runs are reused. Everybody who is a member of any library gets at least read access. */
async function makeLibraries(db: Kysely<Schema>, { organization }: BulkPlan): Promise<BulkLibrary[]> {
  const made: BulkLibrary[] = [];
  for (const name of LIBRARIES) {
    const existing = await db
      .selectFrom('groups')
      .select(['id', 'seq'])
      .where('organization', '=', organization)
      .where('name_key', '=', clashKey(name))
      .executeTakeFirst();
    const id = existing?.id ?? newId();
    if (!existing) {
      await db
        .insertInto('groups')
        .values({ id, organization, name, name_key: clashKey(name), department: null })
        .execute();
      await sql`
        insert into group_members (organization, group_id, user_id, roles)
        select organization, ${id}::uuid, user_id,
          case when bool_or('publish' = any(roles)) then array['publish']
               when bool_or('review' = any(roles)) then array['upload', 'review']
               when bool_or('upload' = any(roles)) then array['upload'] else '{}' end
        from group_members where organization = ${organization}::uuid group by organization, user_id`.execute(
        db,
      );
    }
    const folders = await db.selectFrom('folders').select('id').where('group_id', '=', id).execute();
    const rows = Array.from({ length: folders.length === 0 ? FOLDERS : 0 }, (_, at) => {
      const folder = `Carpeta ${String(at + 1).padStart(2, '0')}`;
      return {
        id: newId(),
        organization,
        group_id: id,
        parent: null,
        name: folder,
        name_key: clashKey(folder),
        default_labels: null,
        seq: at + 1,
      };
    });
    if (rows.length > 0) {
      await db.insertInto('folders').values(rows).execute();
      await db
        .insertInto('places')
        .values(rows.map((row) => ({ group_id: id, parent: ROOT, key: row.name_key, node_id: row.id })))
        .execute();
    }
    made.push({
      id,
      folders: [...folders, ...rows].map((row) => row.id),
      seq: (existing?.seq ?? 0) + rows.length,
    });
  }
  return made;
}

async function insertChunk(
  trx: Transaction<Schema>,
  plan: BulkPlan,
  libraries: readonly BulkLibrary[],
  numbers: readonly number[],
  total: number,
  next: () => number,
): Promise<void> {
  const rows = numbers.map((number) => makeRow(plan, libraries, number, total, next));
  if (plan.superuser) await sql`set local session_replication_role = replica`.execute(trx);
  await insertSet(
    trx,
    'records',
    rows.map((row) => row.record),
  );
  await insertSet(
    trx,
    'record_authors',
    rows.map((row) => row.author),
  );
  await insertSet(
    trx,
    'versions',
    rows.map((row) => row.version),
  );
  await insertSet(
    trx,
    'record_faces',
    rows.flatMap((row) => row.faces),
  );
  await insertSet(
    trx,
    'places',
    rows.map((row) => row.place),
  );
}

/** One statement for all rows. Columns that are not named keep their defaults. */
async function insertSet(
  trx: Transaction<Schema>,
  table: keyof Schema,
  rows: readonly object[],
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
  `.execute(trx);
}
