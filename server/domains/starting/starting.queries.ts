import { sql } from 'kysely';
import type { FirstStep } from '#shared/starting/first-steps.ts';
import type { Executor } from '../../platform/db/change.ts';

/** Which steps an organization has taken, as far as its rows say so. One statement of probes: each ends at one row. */
export async function findStepsTaken(
  executor: Executor,
  organization: string,
): Promise<Readonly<Record<Exclude<FirstStep, 'mail'>, boolean>>> {
  const { rows } = await sql<Record<Exclude<FirstStep, 'mail'>, boolean>>`
    select
      (select count(*) > 1 from (
        select 1 from users u where u.organization = o.id and u.enabled limit 2) as two) as people,
      exists (select 1 from document_types t where t.organization = o.id) as types,
      exists (select 1 from labels l where l.organization = o.id) as labels,
      exists (select 1 from groups g where g.organization = o.id and g.archived_at is null) as libraries,
      exists (select 1 from compliance_rules r where r.organization = o.id and r.active) as rules,
      exists (select 1 from obligations b join calendars c on c.id = b.calendar_id
        where b.organization = o.id and c.active) as calendar,
      exists (select 1 from clients d join users u on u.id = d.user_id
        where u.organization = o.id and d.revoked_at is null) as desktop
    from organizations o where o.id = ${organization}::uuid`.execute(executor);
  const [row] = rows;
  if (!row) throw new Error(`no organization ${organization}`);
  return row;
}

/** The obligations of all calendars of an organization, with their titles. */
export const findObligationTitles = (
  executor: Executor,
  organization: string,
): Promise<{ id: string; title: string }[]> =>
  executor
    .selectFrom('obligations')
    .select(['id', 'title'])
    .where('organization', '=', organization)
    .execute();
