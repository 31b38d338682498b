import { sql } from 'kysely';
import type { Executor } from '../db/change.ts';

/** A large collection of documents, described by the database's own statistics. */
export interface Collection {
  readonly rows: number;
  /** Days, ascending; between two neighbours there are equally many rows. */
  readonly days: readonly string[];
}

/** From this many rows on the statistics are used. */
const MANY = 200_000;
const KEPT_MS = 5 * 60_000;

const kept = new WeakMap<Executor, { collection: Promise<Collection | null>; until: number }>();

/** Null where there are few documents or no statistics. The result may be minutes old. */
export function collectionOf(executor: Executor): Promise<Collection | null> {
  const before = kept.get(executor);
  if (before && before.until > Date.now()) return before.collection;
  const collection = read(executor);
  kept.set(executor, { collection, until: Date.now() + KEPT_MS });
  collection.catch(() => kept.delete(executor));
  return collection;
}

async function read(executor: Executor): Promise<Collection | null> {
  const { rows } = await sql<{ rows: number; days: string[] | null }>`
    select c.reltuples::float8 as rows, (
      select s.histogram_bounds::text::text[] from pg_stats s
      where s.schemaname = current_schema and s.tablename = 'record_faces' and s.attname = 'date') as days
    from pg_class c where c.oid = 'record_faces'::regclass`.execute(executor);
  const [row] = rows;
  return row?.days && row.rows >= MANY ? { rows: row.rows, days: row.days } : null;
}

/** The day from which on about this share of all rows lies. */
export function dayAbove({ days }: Collection, share: number): string | undefined {
  return days[Math.floor((days.length - 1) * (1 - share))];
}
