import { sql, type Transaction } from 'kysely';
import type { ReportMailOutcome } from '#shared/report/report-mails.schemas.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { newId } from '../../../platform/ids.ts';

/** A mail that somebody has taken to send. */
export interface TakenSend {
  readonly id: string;
  readonly organization: string;
  readonly report_mail: string;
  readonly user_id: string;
  readonly month: string;
  readonly is_try: boolean;
  /** Including this try. */
  readonly attempts: number;
}

interface Queued {
  readonly organization: string;
  readonly reportMail: string;
  readonly month: string;
}

/** Queues a month's mails. Of a mail that was queued before there is no second one. */
export async function queueSends(
  trx: Transaction<Schema>,
  { organization, reportMail, month }: Queued,
  people: readonly string[],
  at: Date,
): Promise<void> {
  if (people.length === 0) return;
  await trx
    .insertInto('report_mail_sends')
    .values(
      people.map((user) => ({
        ...{ id: newId(), organization, report_mail: reportMail, user_id: user, month, is_try: false },
        ...{ sending: 'waiting' as const, queued_at: at, available_at: at },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function queueTry(
  trx: Transaction<Schema>,
  { organization, reportMail, month }: Queued,
  user: string,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('report_mail_sends')
    .values({
      ...{ id: newId(), organization, report_mail: reportMail, user_id: user, month, is_try: true },
      ...{ sending: 'waiting', queued_at: at, available_at: at },
    })
    .execute();
}

/**
 * Takes the oldest mail that is due and keeps it from others until `until`. If its process dies, another takes it then.
 * @param by the taker's name for this try
 */
export async function takeSend(
  executor: Executor,
  by: string,
  now: Date,
  until: Date,
): Promise<TakenSend | undefined> {
  const { rows } = await sql<TakenSend>`
    update report_mail_sends set taken_by = ${by}::uuid, available_at = ${until}, attempts = attempts + 1
    where id = (
      select id from report_mail_sends where sending = 'waiting' and available_at <= ${now}
      order by available_at, id limit 1 for update skip locked
    )
    returning id, organization, report_mail, user_id, month, is_try, attempts`.execute(executor);
  return rows[0];
}

/** Keeps a taken mail for longer. @returns false where it is another's by now, or gone */
export async function keepSend(executor: Executor, id: string, by: string, until: Date): Promise<boolean> {
  const row = await executor
    .updateTable('report_mail_sends')
    .set({ available_at: until })
    .where('id', '=', id)
    .where('taken_by', '=', by)
    .where('sending', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Says what became of a taken mail. @returns false where it is another's by now, or gone */
export async function endSend(
  trx: Transaction<Schema>,
  id: string,
  by: string,
  outcome: Exclude<ReportMailOutcome, 'waiting'>,
  at: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('report_mail_sends')
    .set({ sending: outcome, ended_at: at, taken_by: null, last_error: null })
    .where('id', '=', id)
    .where('taken_by', '=', by)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Puts a taken mail back for a later try. */
export async function putBack(
  executor: Executor,
  id: string,
  by: string,
  until: Date,
  why: string,
): Promise<void> {
  await executor
    .updateTable('report_mail_sends')
    .set({ available_at: until, taken_by: null, last_error: why })
    .where('id', '=', id)
    .where('taken_by', '=', by)
    .execute();
}

/** Lets go of what was taken, because its process died. Call it only where there is no other one. */
export async function releaseSends(executor: Executor, now: Date): Promise<void> {
  await executor
    .updateTable('report_mail_sends')
    .set({ available_at: now, taken_by: null })
    .where('sending', '=', 'waiting')
    .where('taken_by', 'is not', null)
    .execute();
}

export interface LastSend {
  readonly report_mail: string;
  readonly user_id: string;
  readonly month: string;
  readonly outcome: ReportMailOutcome;
  readonly ended_at: Date | null;
}

/** The newest monthly mail of each of these to each person. */
export async function findLastSends(executor: Executor, reportMails: readonly string[]): Promise<LastSend[]> {
  if (reportMails.length === 0) return [];
  return executor
    .selectFrom('report_mail_sends')
    .distinctOn(['report_mail', 'user_id'])
    .select(['report_mail', 'user_id', 'month', 'sending as outcome', 'ended_at'])
    .where('report_mail', 'in', [...reportMails])
    .where('is_try', '=', false)
    .orderBy('report_mail')
    .orderBy('user_id')
    .orderBy('month', 'desc')
    .execute();
}

/** Deletes what is known of mails that ended before a moment. @returns how many */
export async function purgeSends(executor: Executor, before: Date): Promise<number> {
  const { numDeletedRows } = await executor
    .deleteFrom('report_mail_sends')
    .where('ended_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
