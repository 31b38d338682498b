import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/change.ts';

/* Invitations of an import leave after the time to undo it. Until then they wait in the outbox, each under a key. */

/** @param run the import */
export const invitationKey = (run: string, user: string): string => `invitation:${run}:${user}`;

const waitingFor = (user: string) => sql`
  done_at is null and kind = 'mail' and key is not null and payload -> 'mail' ->> 'template' = 'invitation'
    and payload -> 'mail' ->> 'to' = (select email from users where id = ${user}::uuid)`;

export async function isInvitationWaiting(executor: Executor, user: string): Promise<boolean> {
  const { rows } = await sql`select 1 from outbox where ${waitingFor(user)} limit 1`.execute(executor);
  return rows.length > 0;
}

/** Whether somebody with this address has an account in use: an invitation may have waited for a while. */
export async function isAccountInUse(executor: Executor, email: string): Promise<boolean> {
  const row = await executor
    .selectFrom('users')
    .select('enabled')
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.enabled === true;
}

/** Takes back the invitations to an address that have not left: the password in them holds no more. */
export async function withdrawInvitations(executor: Executor, user: string): Promise<void> {
  await sql`delete from outbox where ${waitingFor(user)}`.execute(executor);
}

/** Sends the invitations that have not left to somebody's new address. Call it before the address is written. */
export async function redirectInvitations(executor: Executor, user: string, email: string): Promise<void> {
  await sql`
    update outbox set payload = jsonb_set(payload, '{mail,to}', to_jsonb(${email}::text))
    where ${waitingFor(user)}`.execute(executor);
}

/** Makes invitations that wait leave now. */
export async function releaseInvitations(
  executor: Executor,
  run: string,
  users: readonly string[],
  at: Date,
): Promise<void> {
  if (users.length === 0) return;
  await executor
    .updateTable('outbox')
    .set({ available_at: at })
    .where('done_at', 'is', null)
    .where(
      'key',
      'in',
      users.map((user) => invitationKey(run, user)),
    )
    .execute();
}
