import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../container.ts';
import { createTestClient, useTestServer } from '../../testing/http.ts';
import { openSilentProxy, type SilentProxy } from '../../testing/uploads/silent-proxy.ts';
import { type Database, openDatabase } from './client.ts';
import { withoutLimit } from './query-limit.ts';

describe('a database that stands still without refusing', () => {
  const server = useTestServer();

  async function openThroughProxy(silenceMs?: number): Promise<{ database: Database; proxy: SilentProxy }> {
    const proxy = await openSilentProxy(server().database.url ?? '');
    const { url: databaseUrl } = proxy;
    const database = await openDatabase({
      databaseUrl,
      dataDir: '',
      pool: 4,
      ...(silenceMs && { silenceMs }),
    });
    onTestFinished(async () => {
      proxy.speak();
      await database.close();
      await proxy.close();
    });
    return { database, proxy };
  }
  async function serve(database: Database) {
    const running = await startServer(
      { ...server().config, port: 0 },
      { database: { ...database, close: async () => undefined } },
    );
    onTestFinished(() => running.stop());
    return running;
  }

  it('ends what waits on its open connections, and is asked again over new ones', async () => {
    const { database, proxy } = await openThroughProxy(2_000);
    const { db } = database;
    const ask = () => sql`select 1`.execute(db);
    await Promise.all([ask(), ask()]);
    proxy.fallSilent();
    await expect(ask()).rejects.toThrow('Connection terminated');
    await expect(db.transaction().execute((trx) => sql`select 1`.execute(trx))).rejects.toThrow(
      'Connection terminated',
    );
    proxy.speak();
    await expect(ask()).resolves.toMatchObject({ rows: [{ '?column?': 1 }] });
  });

  it('does not end work that may take as long as it needs', async () => {
    const { database } = await openThroughProxy(2_000);
    await database.db.connection().execute(async (connection) => {
      await withoutLimit(connection, () => sql`select pg_sleep(3)`.execute(connection));
      await expect(sql`select pg_sleep(20)`.execute(connection)).rejects.toThrow('Connection terminated');
    });
  });

  it('has calls answered that it is unavailable', async () => {
    const { database, proxy } = await openThroughProxy(3_000);
    const { address: url } = await serve(database);
    const anyone = createTestClient(() => url);
    const call = () =>
      anyone.call('signIn', { body: { email: 'ana@legajo.test', password: 'No es esta 1' } });
    expect((await call()).status).toBe(401);
    proxy.fallSilent();
    const { status, body } = await call();
    expect([status, body.error?.code]).toEqual([503, 'unavailable']);
  });

  it('makes the server not ready, which it says long before the queries have ended', async () => {
    const { database, proxy } = await openThroughProxy();
    const { address: url } = await serve(database);
    const anyone = createTestClient(() => url);
    expect((await anyone.call('ready')).status).toBe(200);
    proxy.fallSilent();
    const answers = await Promise.all([anyone.call('ready'), anyone.call('ready')]);
    expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual([
      [503, 'unavailable'],
      [503, 'unavailable'],
    ]);
    proxy.speak();
    await expect.poll(async () => (await anyone.call('ready')).status).toBe(200);
  });
});
