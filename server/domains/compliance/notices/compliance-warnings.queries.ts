import { sql, type Transaction } from 'kysely';
import type { Day } from '#shared/platform/days.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';

/** The first day of a failure that has none, because something never existed. */
const NEVER = '0001-01-01';
/** How many places one transaction of the job handles. */
export const TOLD_AT_ONCE = 200;

const list = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;

/** One thing to tell about a rule in a place. */
export interface ToTell {
  readonly folder: string;
  readonly rule: string;
  readonly dueOn: Day | null;
  readonly stage: number;
}

const keyOf = ({ folder, rule, dueOn, stage }: ToTell): string =>
  `${folder} ${rule} ${dueOn ?? NEVER} ${stage}`;

/** Places about which there may be something to tell, of at most one library that is in use. */
export async function findToTell(
  executor: Executor,
  now: Date,
): Promise<{ group: string; organization: string; folders: string[] } | null> {
  const { rows } = await sql<{ id: string; group_id: string; organization: string }>`
    select t.folder_id as id, t.group_id, t.organization
    from compliance_timelines t join organizations o on o.id = t.organization
    join groups g on g.id = t.group_id and g.archived_at is null
    where t.tell_on <= (${now}::timestamptz at time zone o.timezone)::date
    order by t.group_id, t.folder_id limit ${TOLD_AT_ONCE}
  `.execute(executor);
  const [first] = rows;
  if (!first) return null;
  const { group_id: group, organization } = first;
  return { group, organization, folders: rows.filter((row) => row.group_id === group).map((row) => row.id) };
}

/** Claims these notices. Of all processes that ask, one gets each of them, once. */
export async function claimWarnings(
  trx: Transaction<Schema>,
  organization: string,
  wanted: readonly ToTell[],
  at: Date,
): Promise<ToTell[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ folder: string; rule: string; due_on: Day; stage: number }>`
    insert into compliance_warnings (folder_id, rule_id, due_on, stage, organization, at)
    select folder, rule, due_on, stage, ${organization}::uuid, ${at} from unnest(
      ${list(wanted.map((each) => each.folder))}::uuid[], ${list(wanted.map((each) => each.rule))}::uuid[],
      ${list(wanted.map((each) => each.dueOn ?? NEVER))}::date[], ${list(wanted.map((each) => each.stage))}::int[]
    ) as w(folder, rule, due_on, stage)
    on conflict do nothing returning folder_id as folder, rule_id as rule, due_on, stage
  `.execute(trx);
  const got = new Set(rows.map(({ due_on, ...row }) => keyOf({ ...row, dueOn: due_on })));
  return wanted.filter((each) => got.has(keyOf(each)));
}

/** Forgets that something was missing, because it complies now. Should it be missing again, people are told again. */
export async function forgetMissing(
  trx: Transaction<Schema>,
  fine: readonly { readonly folder: string; readonly rule: string }[],
): Promise<void> {
  if (fine.length === 0) return;
  await sql`
    delete from compliance_warnings w using unnest(
      ${list(fine.map((each) => each.folder))}::uuid[], ${list(fine.map((each) => each.rule))}::uuid[]
    ) as f(folder, rule)
    where w.folder_id = f.folder and w.rule_id = f.rule and w.due_on = ${NEVER}::date
  `.execute(trx);
}

/** When each of these places is looked at next, unless something is written there before. */
export async function setNextTelling(
  trx: Transaction<Schema>,
  next: ReadonlyMap<string, Day | null>,
): Promise<void> {
  await sql`
    update compliance_timelines t set tell_on = n.day from unnest(
      ${list([...next.keys()])}::uuid[], ${list([...next.values()].map((day) => day ?? 'NULL'))}::date[]
    ) as n(folder, day)
    where t.folder_id = n.folder
  `.execute(trx);
}
