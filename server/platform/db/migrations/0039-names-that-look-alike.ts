import { type Kysely, sql } from 'kysely';
import { clashKey, uniqueDiskName } from '#shared/platform/files/names.ts';
import type { Schema } from '../schema.ts';

/** PostgreSQL's form of what `clashKey` leaves out or makes one space: it finds the few rows whose keys can differ. */
const INVISIBLE =
  '  |[\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000' +
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f' +
  '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a' +
  '\\U000e0000-\\U000e0fff]';

/** Tables with names of their own, and within what a name is there once. */
const NAMED = [
  { table: 'groups', scope: 'organization' },
  { table: 'calendars', scope: 'organization' },
  { table: 'document_templates', scope: 'organization' },
  { table: 'saved_searches', scope: 'user_id' },
] as const;

/**
 * Names that differ only by invisible characters or by kinds of spaces are the same name. Where a folder has two of them already, the plain
 * one keeps its name, else the oldest, and the others get a number, as they would today: with two names that the sync
 * engine takes for one, it would wait for ever. Titles and file names stay, only a document's name on disks changes.
 * Libraries, calendars, templates and saved searches keep the key that they had where the new one is taken: they stay as
 * they are until somebody renames them.
 */
export const up = (db: Kysely<unknown>): Promise<void> => renewKeysWith(db, INVISIBLE);

/** @param pattern PostgreSQL's regular expression of the keys that are computed again, by `clashKey` */
export async function renewKeysWith(anyDb: Kysely<unknown>, pattern: string): Promise<void> {
  const db = anyDb as Kysely<Schema>;
  for (const { table, scope } of NAMED) await renewKeys(db, table, scope, pattern);
  await renewPlaces(db, pattern);
  await renewBeside(db, pattern);
}

async function renewKeys(db: Kysely<Schema>, table: string, scope: string, pattern: string): Promise<void> {
  const { rows } = await sql<{ id: string; name_key: string }>`
    select id, name_key from ${sql.table(table)} where name_key ~ ${pattern} order by id`.execute(db);
  for (const { id, name_key } of rows)
    await sql`
      update ${sql.table(table)} t set name_key = ${clashKey(name_key)}
      where id = ${id} and not exists (
        select from ${sql.table(table)} o
        where o.${sql.ref(scope)} = t.${sql.ref(scope)} and o.name_key = ${clashKey(name_key)} and o.id <> t.id
      )`.execute(db);
}

interface Place {
  readonly group_id: string;
  readonly parent: string;
  readonly key: string;
  readonly node_id: string;
}

async function renewPlaces(db: Kysely<Schema>, pattern: string): Promise<void> {
  // Ids are made in the order of time.
  const { rows } = await sql<Place>`
    select group_id, parent, key, node_id from places where key ~ ${pattern} order by node_id, key`.execute(
    db,
  );
  const seqs = new Map<string, number>();
  for (const place of rows) {
    const key = clashKey(place.key);
    const holder = await findHolder(db, place, key);
    if (holder === undefined) await moveKey(db, place, key);
    // The other face of the same document has it.
    else if (holder === place.node_id) await deletePlace(db, place);
    else await giveNumber(db, place, seqs);
  }
}

async function findHolder(db: Kysely<Schema>, place: Place, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('places')
    .select('node_id')
    .where('group_id', '=', place.group_id)
    .where('parent', '=', place.parent)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.node_id;
}

const atPlace = ({ group_id, parent, key }: Place) =>
  sql`group_id = ${group_id} and parent = ${parent} and key = ${key}`;

const moveKey = (db: Kysely<Schema>, place: Place, key: string) =>
  sql`update places set key = ${key} where ${atPlace(place)}`.execute(db);

const deletePlace = (db: Kysely<Schema>, place: Place) =>
  sql`delete from places where ${atPlace(place)}`.execute(db);

/** Gives a folder, or the faces of a document that have this key, the next free name, and tells the desktops so. */
async function giveNumber(db: Kysely<Schema>, place: Place, seqs: Map<string, number>): Promise<void> {
  const { node_id: id } = place;
  const seq = seqs.get(place.group_id) ?? (await nextSeq(db, place.group_id));
  seqs.set(place.group_id, seq);
  const folder = await db.selectFrom('folders').select('name').where('id', '=', id).executeTakeFirst();
  if (folder) {
    const name = await freeName(db, place, folder.name);
    await moveKey(db, place, clashKey(name));
    await sql`
      update folders set name = ${name}, name_key = ${clashKey(name)}, seq = ${seq}, rev = rev + 1
      where id = ${id}`.execute(db);
    return;
  }
  const face = await db
    .selectFrom('record_faces')
    .select('disk_name')
    .where('record_id', '=', id)
    .where('disk_key', '=', place.key)
    .executeTakeFirst();
  if (!face) return;
  const name = await freeName(db, place, face.disk_name);
  await moveKey(db, place, clashKey(name));
  await sql`
    update record_faces set disk_name = ${name}, disk_key = ${clashKey(name)}
    where record_id = ${id} and disk_key = ${place.key}`.execute(db);
  await sql`update records set seq = ${seq} where id = ${id}`.execute(db);
}

async function nextSeq(db: Kysely<Schema>, group: string): Promise<number> {
  const { seq } = await db
    .updateTable('groups')
    .set({ seq: sql<number>`seq + 1` })
    .where('id', '=', group)
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}

async function freeName(db: Kysely<Schema>, place: Place, name: string): Promise<string> {
  const taken = new Set([clashKey(name)]);
  for (;;) {
    const free = uniqueDiskName(name, taken);
    if ((await findHolder(db, place, clashKey(free))) === undefined) return free;
    taken.add(clashKey(free));
  }
}

/** The keys beside the names. Rows of places have been given theirs, and those here only follow. */
async function renewBeside(db: Kysely<Schema>, pattern: string): Promise<void> {
  for (const [table, column] of [
    ['folders', 'name_key'],
    ['record_faces', 'disk_key'],
  ] as const) {
    const key = sql.ref(column);
    const { rows } = await sql<{ key: string }>`
      select distinct ${key} as key from ${sql.table(table)} where ${key} ~ ${pattern}`.execute(db);
    for (const former of rows)
      await sql`
        update ${sql.table(table)} set ${key} = ${clashKey(former.key)} where ${key} = ${former.key}`.execute(
        db,
      );
  }
}
