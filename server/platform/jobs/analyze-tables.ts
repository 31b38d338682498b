import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Sweep } from './sweeps.ts';

/** PostgreSQL's own thresholds for autovacuum, in rows and in parts of a table. */
const DEAD = { rows: 50, part: 0.2 } as const;
const CHANGED = { rows: 50, part: 0.1 } as const;

/** A table that has doubled is another one to the planner, and the first sync of a tree takes a minute, not ten. */
const SOON = { everyMs: 5000, part: 0.5 } as const;

type Threshold = { readonly rows: number; readonly part: number };

const due = (column: string, { rows, part }: Threshold) =>
  sql`${sql.ref(column)} > ${sql.lit(rows)} + ${sql.lit(part)} * n_live_tup`;

/**
 * The embedded database has no autovacuum: dead rows would pile up, and the planner would guess for ever. Tends the
 * tables that need it, one statement each, so that others get their turn between them. PostgreSQL tends itself.
 */
export function analyzeTables(deps: Pick<Deps, 'db' | 'engine'>): Sweep {
  return { name: 'tables', ...tending(deps, DEAD, CHANGED) };
}

/**
 * The same of tables that change fast. A database that has just been filled knows nothing of its tables: every index
 * looks as good as any other, and one question for two hundred uploads walked all versions of the organization for
 * each of them. Statements that are planned once are planned anew when their tables were looked at.
 */
export function analyzeTablesSoon(deps: Pick<Deps, 'db' | 'engine'>): Sweep {
  const { everyMs, part } = SOON;
  return { name: 'growing tables', everyMs, ...tending(deps, { ...DEAD, part }, { ...CHANGED, part }) };
}

function tending(
  { db, engine }: Pick<Deps, 'db' | 'engine'>,
  dead: Threshold,
  changed: Threshold,
): Pick<Sweep, 'run'> {
  return {
    async run() {
      if (engine !== 'pglite') {
        return 0;
      }
      // its one session counts for itself, until it is told to publish and to look anew
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
    },
  };
}
