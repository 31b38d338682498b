import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Sweep } from './sweeps.ts';

/** PostgreSQL's own thresholds for autovacuum, in rows and in parts of a table. */
const DEAD = { rows: 50, part: 0.2 } as const;
const CHANGED = { rows: 50, part: 0.1 } as const;

const due = (column: string, from: typeof DEAD | typeof CHANGED) =>
  sql`${sql.ref(column)} > ${sql.lit(from.rows)} + ${sql.lit(from.part)} * n_live_tup`;

/**
 * The embedded database has no autovacuum: dead rows would pile up, and the planner would guess for ever. Tends the
 * tables that need it, one statement each, so that others get their turn between them. PostgreSQL tends itself.
 */
export function tendDatabase({ db, engine }: Pick<Deps, 'db' | 'engine'>): Sweep {
  return {
    name: 'tables',
    async run() {
      if (engine !== 'pglite') {
        return 0;
      }
      // its one session counts for itself, until it is told to publish and to look anew
      await sql`select pg_stat_force_next_flush()`.execute(db);
      await sql`select pg_stat_clear_snapshot()`.execute(db);
      const { rows } = await sql<{ name: string; dead: boolean }>`
        select relid::regclass::text as name, ${due('n_dead_tup', DEAD)} as dead
        from pg_stat_user_tables
        where ${due('n_dead_tup', DEAD)}
          or ${due('n_mod_since_analyze', CHANGED)}`.execute(db);
      for (const { name, dead } of rows) {
        await sql.raw(dead ? `vacuum (analyze) ${name}` : `analyze ${name}`).execute(db);
      }
      return rows.length;
    },
  };
}
