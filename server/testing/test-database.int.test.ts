import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrate } from '../platform/db/migrate.ts';
import { testEngines, withDatabases } from './test-database.ts';

withDatabases('a database for tests', (database, engine) => {
  it('is of the engine asked for, and migrated', async () => {
    expect(database().engine).toBe(engine);
    expect(await migrate(database())).toEqual([]);
    const { rows } = await sql<{ total: number }>`select count(*) as total from records`.execute(
      database().db,
    );
    expect(rows).toEqual([{ total: 0 }]);
  });

  it('gives the same JavaScript for the same column', async () => {
    const { rows } = await sql`
      select 9007199254740991::int8 as size, 12.5::numeric as ratio, date '2026-11-21' as day,
             timestamptz '2026-11-21T10:00:00-03:00' as at, array[1, 2]::int8[] as seqs,
             array[date '2026-01-01'] as days, '{"a":1}'::jsonb as settings, null::int8 as nothing,
             array['a b', 'ñ,"']::text[] as texts
    `.execute(database().db);
    expect(rows).toEqual([
      {
        size: 9007199254740991,
        ratio: 12.5,
        day: '2026-11-21',
        at: new Date('2026-11-21T13:00:00Z'),
        seqs: [1, 2],
        days: ['2026-01-01'],
        settings: { a: 1 },
        nothing: null,
        texts: ['a b', 'ñ,"'],
      },
    ]);
  });

  it('sorts by bytes under COLLATE "C" alike', async () => {
    const { rows } = await sql<{ word: string }>`
      select word from (values ('ñandu'), ('zorro'), ('Árbol'), ('arbol'), ('nube')) as words(word)
      order by word collate "C"`.execute(database().db);
    expect(rows.map(({ word }) => word)).toEqual(['arbol', 'nube', 'zorro', 'Árbol', 'ñandu']);
  });
});

it('is asked for by every engine', () => {
  expect(testEngines).toEqual(['pglite', 'postgres']);
});
