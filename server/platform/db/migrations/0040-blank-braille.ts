import { type Kysely, sql } from 'kysely';
import { renewKeysWith } from './0039-names-that-look-alike.ts';

const FILLERS = '[\\u115f\\u1160\\u3164\\uffa0]';
/** With characters that keys of before had, and that leave no mark. */
const RENEWED =
  '[\\u2800\\u115f\\u1160\\u3164\\uffa0\\ufff9-\\ufffc\\U00013430-\\U0001343f\\U00013441\\U00013442' +
  '\\U00016fe4\\U0001d159]';

/**
 * An empty Braille cell and a Hangul filler look like a space, and are one in the keys of names. Other characters that
 * leave no mark are left out. Twins are treated as in 0039.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await restoreFillers(db);
  await renewKeysWith(db, RENEWED);
}

/** Keys of before were without fillers. They get them again, so that their rows are found and their twins told apart. */
async function restoreFillers(db: Kysely<unknown>): Promise<void> {
  await sql`
    update places p set key = lower(f.name) from folders f
    where p.node_id = f.id and p.key = f.name_key and f.name ~ ${FILLERS}`.execute(db);
  await sql`update folders set name_key = lower(name) where name ~ ${FILLERS}`.execute(db);
  await sql`
    update places p set key = lower(f.disk_name) from record_faces f
    where p.node_id = f.record_id and p.key = f.disk_key and f.disk_name ~ ${FILLERS}`.execute(db);
  await sql`update record_faces set disk_key = lower(disk_name) where disk_name ~ ${FILLERS}`.execute(db);
}
