import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/change.ts';

/** An obligation that somebody answers for. */
export interface HeldObligation {
  readonly id: string;
  readonly title: string;
  readonly calendar: string;
  readonly calendar_name: string;
  readonly responsible: string | null;
  readonly backup: string | null;
  /** The backup, while their account is in use. */
  readonly active_backup: string | null;
}

/** The obligations that a person answers for, by name or as the backup, and that go on; of calendars in use. */
export async function findHeldObligations(
  executor: Executor,
  organization: string,
  user: string,
  now: Date,
): Promise<HeldObligation[]> {
  const { rows } = await sql<HeldObligation>`
    select b.id, b.title, c.id as calendar, c.name as calendar_name, b.responsible, b.backup,
      (select u.id from users u where u.id = b.backup and u.enabled) as active_backup
    from obligations b join calendars c on c.id = b.calendar_id
    where b.organization = ${organization}::uuid and c.active
      and (b.responsible = ${user}::uuid or b.backup = ${user}::uuid)
      and (b.ends_on is null or b.ends_on >= (${now}::timestamptz at time zone c.timezone)::date)
    order by c.id, lower(b.title), b.id
  `.execute(executor);
  return rows;
}

/** Where obligations of the organization are, in the order in which they are locked. */
export function findObligationPlaces(
  executor: Executor,
  organization: string,
  ids: readonly string[],
): Promise<{ id: string; calendar: string }[]> {
  return executor
    .selectFrom('obligations')
    .select(['id', 'calendar_id as calendar'])
    .where('organization', '=', organization)
    .where('id', 'in', ids)
    .orderBy('calendar_id')
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .execute();
}
