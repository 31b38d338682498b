import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Sweep } from './sweeps.ts';

/** PostgreSQL's own thresholds for autovacuum: rows, and a share of the table. */
const DEAD = { rows: 50, part: 0.2 } as const;
const CHANGED = { rows: 50, part: 0.1 } as const;

/** The planner must learn soon of a table that has doubled: the first sync of a large folder takes a minute. */
const SOON = { everyMs: 5000, part: 0.5 } as const;

type Threshold = { readonly rows: number; readonly part: number };

const due = (column: string, { rows, part }: Threshold) =>
  sql`${sql.ref(column)} > ${sql.lit(rows)} + ${sql.lit(part)} * n_live_tup`;

/** Tables whose statistics this server may renew: a shared PostgreSQL may hold those of other programs too. */
const OWN = sql`schemaname = 'public' and pg_has_role((select relowner from pg_class where oid = relid), 'usage')`;

/**
 * Vacuums and analyzes the tables of the embedded database that need it. It has no autovacuum, so dead rows would pile up and
 * the planner would have no statistics. One statement for each table, so that other queries run between them.
 * PostgreSQL does this itself.
 */
export function analyzeTables({ db, engine }: Pick<Deps, 'db' | 'engine'>): Sweep {
  return {
    name: 'tables',
    run: async () => (engine === 'pglite' ? vacuumWhereDue(db, DEAD, CHANGED) : 0),
  };
}

/**
 * Analyzes tables that change fast, within seconds. A database that has just been filled has no statistics: every index looks
 * equally good, and one query for two hundred uploads once walked all versions of the organization for each of them.
 * PostgreSQL's own autovacuum looks once a minute, when the first sync of a large folder is over. Prepared statements
 * are planned again after their tables were analyzed.
 */
export function analyzeTablesSoon({ db, engine }: Pick<Deps, 'db' | 'engine'>): Sweep {
  const { everyMs, part } = SOON;
  const changed = { ...CHANGED, part };
  return {
    name: 'growing tables',
    everyMs,
    run: () =>
      engine === 'pglite' ? vacuumWhereDue(db, { ...DEAD, part }, changed) : analyzeWhereDue(db, changed),
  };
}

/** @returns how many tables were looked at */
async function vacuumWhereDue(db: Deps['db'], dead: Threshold, changed: Threshold): Promise<number> {
  // The one session keeps its own counts until it is told to publish them and to read them again.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  await sql`select pg_stat_clear_snapshot()`.execute(db);
  const { rows } = await sql<{ name: string; dead: boolean }>`
    select relid::regclass::text as name, ${due('n_dead_tup', dead)} as dead
    from pg_stat_user_tables
    where ${due('n_dead_tup', dead)}
      or ${due('n_mod_since_analyze', changed)}`.execute(db);
  for (const { name, dead } of rows) {
    await sql.raw(dead ? `vacuum (analyze) ${name}` : `analyze ${name}`).execute(db);
  }
  return rows.length;
}

/** @returns how many tables were looked at, without those that autovacuum or another server has in hand */
async function analyzeWhereDue(db: Deps['db'], changed: Threshold): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    select relid::regclass::text as name
    from pg_stat_user_tables
    where ${due('n_mod_since_analyze', changed)} and ${OWN}`.execute(db);
  for (const { name } of rows) await sql.raw(`analyze (skip_locked) ${name}`).execute(db);
  return rows.length;
}
