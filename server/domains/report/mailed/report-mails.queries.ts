import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { ReportMailFilters } from '#shared/report/report-mails.schemas.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { ReportMailsTable } from '../../../platform/db/tables/report-mails.ts';
import { lacksSecondStep } from '../../organization/second-step-rule.queries.ts';

export type ReportMailRow = Omit<Selectable<ReportMailsTable>, 'filters'> & {
  readonly filters: ReportMailFilters | null;
};

const rowsOf = (executor: Executor, organization: string) =>
  executor.selectFrom('report_mails').selectAll().where('organization', '=', organization);

export const findReportMails = async (executor: Executor, organization: string): Promise<ReportMailRow[]> =>
  (await rowsOf(executor, organization)
    .orderBy('created_at')
    .orderBy('id')
    .execute()) as unknown as ReportMailRow[];

export const findReportMail = async (
  executor: Executor,
  organization: string,
  id: string,
): Promise<ReportMailRow | undefined> =>
  (await rowsOf(executor, organization).where('id', '=', id).executeTakeFirst()) as unknown as
    | ReportMailRow
    | undefined;

/** The same, held against others who change or send it until the end of the transaction. */
export const lockReportMail = async (
  trx: Transaction<Schema>,
  organization: string,
  id: string,
): Promise<ReportMailRow | undefined> =>
  (await rowsOf(trx, organization).where('id', '=', id).forUpdate().executeTakeFirst()) as unknown as
    | ReportMailRow
    | undefined;

export async function countReportMails(executor: Executor, organization: string): Promise<number> {
  const { count } = await executor
    .selectFrom('report_mails')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertReportMail(
  trx: Transaction<Schema>,
  row: Insertable<ReportMailsTable>,
): Promise<void> {
  await trx.insertInto('report_mails').values(row).execute();
}

export async function updateReportMail(
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<ReportMailsTable>,
): Promise<void> {
  await trx.updateTable('report_mails').set(set).where('id', '=', id).execute();
}

/** With whom it goes to, and what still waits to be sent. */
export async function deleteReportMail(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('report_mails').where('id', '=', id).execute();
}

/** Those of which a month is not seen to yet. @param month the month that it is where it is latest on earth */
export const findToHandle = (
  executor: Executor,
  month: string,
): Promise<{ id: string; organization: string }[]> =>
  executor
    .selectFrom('report_mails')
    .select(['id', 'organization'])
    .where('handled_month', '<', month)
    .orderBy('id')
    .execute();

/** Sets who gets it. Who stays keeps what they chose; who is new gets it. */
export async function setPeople(
  trx: Transaction<Schema>,
  reportMail: string,
  people: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('report_mail_people')
    .where('report_mail', '=', reportMail)
    .where('user_id', 'not in', [...people])
    .execute();
  await trx
    .insertInto('report_mail_people')
    .values(people.map((user) => ({ report_mail: reportMail, user_id: user })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface Recipient {
  readonly report_mail: string;
  readonly user_id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly left_at: Date | null;
  /** Whether they may open the report now. */
  readonly may_open: boolean;
}

/** Over `users as u`: whether somebody may open the report, as every call of it requires. */
const mayOpen = sql<boolean>`(u.enabled and (u.is_admin or u.is_manager) and not ${lacksSecondStep})`;

/** Who is to get these, in the order of their names. */
export const findRecipients = (executor: Executor, reportMails: readonly string[]): Promise<Recipient[]> =>
  reportMails.length === 0
    ? Promise.resolve([])
    : executor
        .selectFrom('report_mail_people as p')
        .innerJoin('users as u', 'u.id', 'p.user_id')
        .select(['p.report_mail', 'p.user_id', 'u.firstname', 'u.lastname', 'p.left_at'])
        .select(mayOpen.as('may_open'))
        .where('p.report_mail', 'in', [...reportMails])
        .orderBy('u.lastname')
        .orderBy('u.firstname')
        .orderBy('u.id')
        .execute();

/** Everybody who may open the report, in the order of their names. */
export const findReaders = (executor: Executor, organization: string) =>
  executor
    .selectFrom('users as u')
    .select(['u.id as _id', 'u.firstname', 'u.lastname'])
    .where('u.organization', '=', organization)
    .where(mayOpen)
    .orderBy('u.lastname')
    .orderBy('u.firstname')
    .orderBy('u.id')
    .execute();

/** Leaves, or comes back. @returns whether that changed anything */
export async function setLeft(
  trx: Transaction<Schema>,
  { reportMail, user }: { readonly reportMail: string; readonly user: string },
  at: Date | null,
): Promise<boolean> {
  const row = await trx
    .updateTable('report_mail_people')
    .set({ left_at: at })
    .where('report_mail', '=', reportMail)
    .where('user_id', '=', user)
    .where('left_at', at === null ? 'is not' : 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
