import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { withDatabases } from '../../testing/test-database.ts';
import { newId } from '../ids.ts';
import { createLeases } from './leases.queries.ts';

withDatabases('leases', (database) => {
  it('that end later than any lease were taken while the date was wrong: whoever wants the key has it', async () => {
    const { db } = database();
    const leases = createLeases(db, 15);
    const [dead, alive] = [newId(), newId()];
    const keys = ['heavy:ana'];
    expect([...(await leases.take(keys, dead))]).toEqual(keys);
    expect([...(await leases.take(keys, alive))]).toEqual([]);
    await sql`update upload_locks set expires_at = now() + interval '1 day' where key = ${keys[0]}`.execute(
      db,
    );
    expect([...(await leases.take(keys, alive))]).toEqual(keys);
    await leases.release(keys, alive);
  });
});
