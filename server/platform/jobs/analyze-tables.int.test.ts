import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { withDatabases } from '../../testing/test-database.ts';
import { analyzeTables, analyzeTablesSoon } from './analyze-tables.ts';

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
    const tend = analyzeTables(database());
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

  it('looks at a table that has grown fast also on PostgreSQL, whose own looks are a minute apart', async () => {
    const { db } = database();
    const soon = analyzeTablesSoon(database());
    const lastLook = async () => {
      await sql`select pg_stat_clear_snapshot()`.execute(db);
      const { rows } = await sql<{ at: Date | null }>`
        select last_analyze as at from pg_stat_user_tables where relname = 'filled'`.execute(db);
      return rows[0]?.at?.getTime();
    };
    await sql`create table filled (id int primary key)`.execute(db);
    await sql`insert into filled select n from generate_series(1, 1000) n`.execute(db);
    await expect
      .poll(async () => {
        await soon.run(new Date());
        return lastLook();
      })
      .toBeDefined();
    const first = await lastLook();
    await sql`insert into filled select n from generate_series(1001, 1200) n`.execute(db);
    await soon.run(new Date());
    expect(await lastLook()).toBe(first);
  });

  it('looks at a table that has doubled within seconds, and at one that grew a little when its turn comes', async () => {
    const { db } = database();
    const soon = analyzeTablesSoon(database());
    await analyzeTables(database()).run(new Date());
    const add = (from: number, to: number) =>
      sql`insert into growing select n from generate_series(${from}::int, ${to}::int) n`.execute(db);
    const known = async () => {
      const { rows } = await sql<{ rows: number }>`
        select reltuples as rows from pg_class where relname = 'growing'`.execute(db);
      return rows[0]?.rows;
    };
    await sql`create table growing (id int primary key)`.execute(db);
    await add(1, 1000);
    await soon.run(new Date());
    if (engine !== 'pglite') return;
    expect(await known()).toBe(1000);
    await add(1001, 1300);
    expect(await soon.run(new Date())).toBe(0);
    await add(1301, 2400);
    expect(await soon.run(new Date())).toBe(1);
    expect(await known()).toBe(2400);
    await add(2401, 2800);
    expect(await soon.run(new Date())).toBe(0);
    expect(await analyzeTables(database()).run(new Date())).toBe(1);
    expect(await known()).toBe(2800);
  });
});
