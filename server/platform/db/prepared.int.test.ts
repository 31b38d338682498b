import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './client.ts';
import { prepared } from './prepared.ts';

describe('a marked statement', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'legajo-prepared-'));
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ dataDir });
    await sql`create table note (id int primary key, text text not null)`.execute(database.db);
    await sql`insert into note values (1, 'una'), (2, 'otra')`.execute(database.db);
  });
  afterAll(async () => {
    await database?.close();
    rmSync(dataDir, { recursive: true });
  });

  const planned = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from pg_prepared_statements where name like 'note%' order by name`.execute(database.db);
    return rows.map(({ name }) => name);
  };

  it('is planned once for each of its shapes, with a builder as with a text', async () => {
    const builder = database.db as never as Kysely<{ note: { id: number; text: string } }>;
    const byId = (id: number) =>
      builder.selectFrom('note').modifyFront(prepared('note')).select('text').where('id', '=', id).execute();
    for (const [id, text] of [
      [1, 'una'],
      [2, 'otra'],
      [1, 'una'],
    ] as const)
      expect(await byId(id)).toEqual([{ text }]);
    expect(await planned()).toEqual(['note_0']);
    const { rows } = await sql`${prepared('note')} select id from note where text = ${'otra'}`.execute(
      database.db,
    );
    expect(rows).toEqual([{ id: 2 }]);
    expect(await planned()).toEqual(['note_0', 'note_1']);
  });

  it('of too many shapes is answered all the same, and not kept', async () => {
    for (let at = 0; at < 20; at += 1) {
      const { rows } = await sql`${prepared('note_many')} select ${sql.lit(at)}::int as at`.execute(
        database.db,
      );
      expect(rows).toEqual([{ at }]);
    }
    expect((await planned()).filter((name) => name.startsWith('note_many'))).toHaveLength(8);
  });
});
