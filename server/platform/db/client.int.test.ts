import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './client.ts';
import { insideTransaction } from './client-guard.ts';
import { DataDirInUseError } from './lock.ts';
import type { WatchdogTimes } from './pglite-watchdog.ts';

const endless = sql`with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t`;
const eager: WatchdogTimes = { everyMs: 50, probeMs: 5_000, stallMs: 1_000 };

describe('the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'legajo-client-'));
  let database: Database | undefined;
  const warnings: string[] = [];

  async function open(watchdog?: WatchdogTimes): Promise<Database> {
    warnings.length = 0;
    database = await openDatabase({
      dataDir,
      onWarning: (message) => warnings.push(message),
      ...(watchdog ? { watchdog } : {}),
    });
    return database;
  }

  afterEach(async () => {
    await database?.close();
    database = undefined;
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('keeps what was written over a clean stop, and refuses a second server meanwhile', async () => {
    const first = await open();
    expect(first).toMatchObject({ engine: 'pglite', uncleanStop: false });
    await sql`create table note (id int primary key, text text not null)`.execute(first.db);
    await sql`insert into note values (1, 'señalética')`.execute(first.db);
    await expect(openDatabase({ dataDir })).rejects.toThrow(DataDirInUseError);
    await first.close();
    const second = await open();
    expect(second.uncleanStop).toBe(false);
    const { rows } = await sql`select text from note`.execute(second.db);
    expect(rows).toEqual([{ text: 'señalética' }]);
  });

  it('answers a wrong statement with its code and goes on', async () => {
    const { db } = await open();
    await expect(sql`insert into note values (1, 'again')`.execute(db)).rejects.toMatchObject({
      code: '23505',
    });
    await expect(sql`select nothing from nowhere`.execute(db)).rejects.toMatchObject({ code: '42P01' });
    await expect(
      db.transaction().execute(async (trx) => {
        await sql`insert into note values (2, 'half')`.execute(trx);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    const { rows } = await sql`select count(*) as total from note`.execute(db);
    expect(rows).toEqual([{ total: 1 }]);
  });

  it('refuses a query beside a transaction instead of waiting for itself', async () => {
    const { db } = await open();
    const beside = db.transaction().execute(() => insideTransaction(async () => sql`select 1`.execute(db)));
    await expect(beside).rejects.toThrow('The outer database was used inside a transaction');
    await sql`select 1`.execute(db);
  });

  it('carries answers larger than one message, and many at once', async () => {
    const { db } = await open();
    const large = sql<{ text: string }>`select repeat('ñ', 1000) as text from generate_series(1, 5000)`;
    expect((await large.execute(db)).rows).toHaveLength(5000);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => sql<{ n: number }>`select ${n}::int8 as n`.execute(db)),
    );
    expect(answers.map((answer) => answer.rows[0]?.n)).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  it('has the extensions that search stands on', async () => {
    const { db } = await open();
    await sql`create extension if not exists unaccent`.execute(db);
    await sql`create extension if not exists pg_trgm`.execute(db);
    const { rows } =
      await sql`select unaccent('camión') as plain, similarity('obra', 'obras') > 0.5 as near`.execute(db);
    expect(rows).toEqual([{ plain: 'camion', near: true }]);
  });

  it('is restarted when a query never ends, and what was committed is still there', async () => {
    const { db } = await open(eager);
    await expect(endless.execute(db)).rejects.toThrow(/connection/i);
    expect(warnings).toContainEqual(expect.stringContaining('no answer for'));
    const { rows } = await sql`select id from note`.execute(db);
    expect(rows).toEqual([{ id: 1 }]);
  });

  it('is restarted when its one session is terminated', async () => {
    const { db } = await open();
    const idle = db.connection().execute(async (connection) => {
      await sql`set idle_in_transaction_session_timeout = 20`.execute(connection);
      await sql`begin`.execute(connection);
      for (let idleMs = 25; ; idleMs *= 2) {
        await new Promise((resolve) => setTimeout(resolve, idleMs)); // idleness is what is tested
        await sql`select 1`.execute(connection);
      }
    });
    await expect(idle).rejects.toThrow(/idle-in-transaction|connection/i);
    await expect
      .poll(() => sql`select id from note`.execute(db).catch(() => undefined))
      .toMatchObject({
        rows: [{ id: 1 }],
      });
    expect(warnings).toContainEqual(expect.stringContaining('was restarted'));
  });
});
