import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/change.ts';

/** Who uploaded a content is unknown. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** The longest time that somebody's contents are held back for, in seconds. */
const LONGEST_HOLD_SECONDS = 600;
/** After this long without a failure they count anew. */
const FORGOTTEN_SECONDS = 3600;

/**
 * Whether a person's contents are held back now. A hold that ends later than any can was written while the date was
 * wrong, and counts as over.
 * @param person an expression of the statement
 */
export const isHeld = (person: RawBuilder<string>, now: Date): RawBuilder<boolean> => sql<boolean>`exists (
    select from text_holds h where h.user_id = ${person} and h.held_until > ${now}
      and h.held_until <= ${now}::timestamptz + make_interval(secs => ${sql.lit(LONGEST_HOLD_SECONDS)}))`;

/**
 * Counts a content that took long or failed. From the second one within an hour on, its person's others are held back:
 * for as long as it took, then three times, seven times and so on. In the meantime the readers of all processes are there
 * for others.
 * @param seconds that the reading took
 */
export async function holdBack(executor: Executor, person: string, seconds: number, at: Date): Promise<void> {
  if (person === NOBODY) return;
  const took = Math.max(1, seconds);
  const failures = sql<number>`case
    when text_holds.failed_at between ${at}::timestamptz - make_interval(secs => ${sql.lit(FORGOTTEN_SECONDS)})
      and ${at}::timestamptz + make_interval(secs => ${sql.lit(FORGOTTEN_SECONDS)})
    then least(text_holds.failures + 1, 20) else 1 end`;
  const until = (count: RawBuilder<number>) => sql`${at}::timestamptz + make_interval(
    secs => least(${took}::float8 * (power(2, ${count} - 1) - 1), ${sql.lit(LONGEST_HOLD_SECONDS)}))`;
  await sql`
    insert into text_holds (user_id, failures, failed_at, held_until)
    values (${person}, 1, ${at}, ${until(sql.lit(1))})
    on conflict (user_id) do update set failures = ${failures}, failed_at = excluded.failed_at,
      held_until = ${until(failures)}`.execute(executor);
}

/** Deletes holds that are over. @returns how many */
export async function sweepTextHolds(executor: Executor, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from text_holds
    where failed_at < ${now}::timestamptz - make_interval(secs => ${sql.lit(FORGOTTEN_SECONDS)})`.execute(
    executor,
  );
  return Number(numAffectedRows ?? 0);
}
