import { type Kysely, sql, type Transaction } from 'kysely';
import type { Executor } from '../db/change.ts';
import type { Schema } from '../db/schema.ts';
import { GATHERING_MS, type OutboxMessage } from './outbox-messages.ts';

/** More than the longest pause between two tries (outbox-worker.ts), and than a gathered mail waits. */
const LONGEST_WAIT_SECONDS = 1200;
const LONGEST_GATHERING_SECONDS = GATHERING_MS / 1000 + LONGEST_WAIT_SECONDS;

/** One queued message, taken by a worker for a while. */
export interface Claimed<M> {
  readonly id: number;
  readonly organization: string | null;
  readonly message: M;
  /** Including this try. */
  readonly attempts: number;
}

/**
 * Takes what is due, oldest first, and hides it from other workers until `leaseUntil`. If the worker dies, another
 * takes it later. Workers of several processes skip each other's rows.
 */
export async function claimDue<M>(
  db: Kysely<Schema>,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<Claimed<M>[]> {
  const { rows } = await sql<{
    id: number;
    organization: string | null;
    payload: M;
    attempts: number;
  }>`
    update outbox set attempts = attempts + 1, available_at = ${leaseUntil}
    where id in (
      select id from outbox where done_at is null and available_at <= ${now}
      order by available_at, id limit ${limit} for update skip locked
    )
    returning id, organization, payload, attempts
  `.execute(db);
  return rows.map(({ payload, ...row }) => ({ ...row, message: payload })).sort((a, b) => a.id - b.id);
}

export async function markDone(executor: Executor, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await executor
    .updateTable('outbox')
    .set({ done_at: at, last_error: null })
    .where('id', 'in', [...ids])
    .execute();
}

/** Marks a mail as sent. Only its recipient and time are kept: the rest holds passwords and codes. */
export async function markMailed(executor: Executor, id: number, at: Date): Promise<void> {
  await sql`
    update outbox set done_at = ${at}, last_error = null, payload = jsonb_build_object(
      'kind', 'mail',
      'mail', jsonb_build_object('template', payload -> 'mail' -> 'template', 'to', payload -> 'mail' -> 'to')
    ) where id = ${id}
  `.execute(executor);
}

/** Puts a message back for a later try. */
export async function postpone(
  executor: Executor,
  id: number,
  until: Date,
  why: string | null,
): Promise<void> {
  await executor
    .updateTable('outbox')
    .set({ available_at: until, ...(why === null ? {} : { last_error: why }) })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .execute();
}

/** Ends all leases, because their worker died. Call it only where there is no other worker. */
export async function releaseTaken(executor: Executor, now: Date): Promise<void> {
  await executor
    .updateTable('outbox')
    .set({ available_at: now })
    .where('done_at', 'is', null)
    .where('attempts', '>', 0)
    .where('available_at', '>', now)
    .execute();
}

/**
 * Makes messages due whose time is further away than any pause lasts: they were queued while the server's clock was
 * wrong. Reminders and daily mails have a time of their own and are left alone.
 * @returns how many
 */
export async function releaseMisdated(executor: Executor, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update outbox set available_at = ${now}
    where done_at is null and available_at > ${now}::timestamptz + make_interval(secs => case
        when payload -> 'mail' -> 'gathered' is null then ${LONGEST_WAIT_SECONDS}::int
        else ${LONGEST_GATHERING_SECONDS}::int end)
      and kind <> 'reminder.due' and coalesce(payload -> 'mail' ->> 'template', '') <> 'daily'`.execute(
    executor,
  );
  return Number(numAffectedRows ?? 0);
}

/**
 * When notices were last mailed to an address, newest first.
 * @param before later than now, since another worker may send at the same time; anything later was sent while the
 * server's clock was wrong
 */
export async function lastMailed(
  executor: Executor,
  to: string,
  { since, before }: { readonly since: Date; readonly before: Date },
  limit: number,
): Promise<Date[]> {
  const { rows } = await sql<{ done_at: Date }>`
    select done_at from outbox
    where kind = 'mail' and payload -> 'mail' ->> 'to' = ${to} and done_at > ${since} and done_at < ${before}
      and payload -> 'mail' ->> 'template' in ('notice', 'notices')
    order by done_at desc limit ${limit}
  `.execute(executor);
  return rows.map((row) => row.done_at);
}

export interface WaitingNotice {
  readonly id: number;
  /** One, or several of one change. */
  readonly notifications: readonly string[];
}

/** Notices to an address that still wait to be mailed, oldest first, locked so that only one worker groups them. */
export async function lockWaitingNotices(trx: Transaction<Schema>, to: string): Promise<WaitingNotice[]> {
  const { rows } = await sql<{ id: number; notification: string; more: readonly string[] | null }>`
    select id, payload -> 'mail' ->> 'notification' as notification, payload -> 'mail' -> 'more' as more from outbox
    where kind = 'mail' and payload -> 'mail' ->> 'to' = ${to} and done_at is null
      and payload -> 'mail' ->> 'template' = 'notice' and payload -> 'mail' -> 'single' is null
      and payload -> 'mail' -> 'gathered' is null
    order by id for update
  `.execute(trx);
  return rows.map(({ id, notification, more }) => ({ id, notifications: [notification, ...(more ?? [])] }));
}

/** Marks a mail that is sent by itself from now on. */
export async function keepSingle(trx: Transaction<Schema>, id: number): Promise<void> {
  await sql`update outbox set payload = jsonb_set(payload, '{mail,single}', 'true') where id = ${id}`.execute(
    trx,
  );
}

/** Puts another message in the place of one that was claimed. */
export async function replaceMessage(
  trx: Transaction<Schema>,
  id: number,
  message: OutboxMessage,
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ payload: JSON.stringify(message) })
    .where('id', '=', id)
    .execute();
}

/** Holds mails back until then, so that later ones can join them. */
export async function holdBack(trx: Transaction<Schema>, ids: readonly number[], until: Date): Promise<void> {
  await sql`
    update outbox set available_at = ${until}, payload = jsonb_set(payload, '{mail,held}', 'true')
    where id = any(${[...ids]}::bigint[])
  `.execute(trx);
}

/** Queues messages outside of a change (db/change.ts). */
export async function insertMessages(
  trx: Transaction<Schema>,
  messages: readonly { readonly organization: string | null; readonly message: { readonly kind: string } }[],
  at: Date,
): Promise<void> {
  if (messages.length === 0) return;
  await trx
    .insertInto('outbox')
    .values(
      messages.map(({ organization, message }) => ({
        organization,
        kind: message.kind,
        payload: JSON.stringify(message),
        key: null,
        available_at: at,
        last_error: null,
        done_at: null,
      })),
    )
    .execute();
}

/** Deletes mails that went into a group: they were never sent by themselves. */
export async function removeAbsorbed(trx: Transaction<Schema>, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await trx
      .deleteFrom('outbox')
      .where('id', 'in', [...ids])
      .execute();
}

/** Deletes handled messages from before a moment. @returns how many rows */
export async function purgeDone(executor: Executor, before: Date): Promise<number> {
  const { numDeletedRows } = await executor
    .deleteFrom('outbox')
    .where('done_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
