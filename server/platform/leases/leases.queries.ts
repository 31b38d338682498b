import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

/**
 * Leases in the database: which process writes to which upload, and which one does a person's heavy work
 * (heavy/heavy.ts).
 * @param seconds after which a lease ends that is not extended
 */
export function createLeases(db: Kysely<Schema>, seconds: number) {
  const until = sql<Date>`now() + make_interval(secs => ${seconds})`;
  return {
    /**
     * Takes the free ones of these keys. Those that another holder has are marked as wanted.
     * @returns those that this holder has now
     */
    async take(keys: readonly string[], holder: string): Promise<ReadonlySet<string>> {
      // In one order, so that two processes that take several cannot deadlock.
      const wanted = [...keys].sort();
      const { rows } = await sql<{ key: string }>`
        insert into upload_locks as l (key, holder, expires_at)
        select k, ${holder}::uuid, ${until} from unnest(${wanted}::text[]) with ordinality as asked (k, place)
        order by place
        on conflict (key) do update set holder = excluded.holder, expires_at = excluded.expires_at, wanted = false
          where l.expires_at < now() or l.expires_at > now() + make_interval(secs => ${2 * seconds})
        returning l.key
      `.execute(db);
      const taken = new Set(rows.map(({ key }) => key));
      const others = wanted.filter((key) => !taken.has(key));
      if (others.length > 0)
        await db.updateTable('upload_locks').set({ wanted: true }).where('key', 'in', others).execute();
      return taken;
    },
    /** Extends leases. @returns those that are still this holder's, with whether another process waits for them */
    async extend(
      keys: readonly string[],
      holder: string,
    ): Promise<ReadonlyMap<string, { readonly wanted: boolean }>> {
      const rows = await db
        .updateTable('upload_locks')
        .set({ expires_at: until })
        .where('holder', '=', holder)
        .where('key', 'in', [...keys])
        .returning(['key', 'wanted'])
        .execute();
      return new Map(rows.map(({ key, wanted }) => [key, { wanted }]));
    },
    async release(keys: readonly string[], holder: string): Promise<void> {
      await db
        .deleteFrom('upload_locks')
        .where('holder', '=', holder)
        .where('key', 'in', [...keys])
        .execute();
    },
  };
}
