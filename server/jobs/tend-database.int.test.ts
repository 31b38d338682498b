import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { withDatabases } from '../testing/test-database.ts';
import { tendDatabase } from './tend-database.ts';

withDatabases('tending the tables', (database, engine) => {
  const figures = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(database().db);
    const { rows } = await sql<{ rows: number; dead: number }>`
      select reltuples as rows, pg_stat_get_dead_tuples(oid) as dead from pg_class where relname = 'note'`.execute(
      database().db,
    );
    return rows[0];
  };

  it('is ours to do on the embedded database alone, and only where it is due', async () => {
    const { db } = database();
    const tend = tendDatabase(database());
    await tend.run(new Date());
    await sql`create table note (id int primary key, text text)`.execute(db);
    await sql`insert into note select n, 'nota' from generate_series(1, 1000) n`.execute(db);
    await sql`update note set text = 'otra' where id <= 500`.execute(db);
    const tended = await tend.run(new Date());
    if (engine === 'pglite') {
      expect(tended).toBe(1);
      expect(await figures()).toEqual({ rows: 1000, dead: 0 });
    }
    await sql`update note set text = 'igual' where id = 1`.execute(db);
    expect(await tend.run(new Date())).toBe(0);
  });
});
