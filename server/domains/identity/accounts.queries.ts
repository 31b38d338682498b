import type { Selectable } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
import type { PasswordsTable } from '../../platform/db/tables/identity.ts';
import type { UsersTable } from '../../platform/db/tables/organization.ts';

export type UserRow = Selectable<UsersTable>;
/** A person with what they sign in with, where they have it. */
export type Account = UserRow &
  Partial<Pick<Selectable<PasswordsTable>, 'hash' | 'temporary' | 'changed_at'>>;

/**
 * When somebody's password was last changed, in milliseconds of the epoch; 0 for none. What was issued for one stamp
 * ends when the stamp changes.
 */
export async function findPasswordStamp(executor: Executor, user: string): Promise<number> {
  const row = await executor
    .selectFrom('passwords')
    .select('changed_at')
    .where('user_id', '=', user)
    .executeTakeFirst();
  return row?.changed_at.getTime() ?? 0;
}

export async function findAccount(
  executor: Executor,
  where: { email: string } | { id: string },
): Promise<Account | undefined> {
  const row = await executor
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.user_id', 'users.id')
    .selectAll('users')
    .select(['passwords.hash', 'passwords.temporary', 'passwords.changed_at'])
    .where('email' in where ? 'users.email' : 'users.id', '=', 'email' in where ? where.email : where.id)
    .executeTakeFirst();
  return (
    row && {
      ...row,
      hash: row.hash ?? undefined,
      temporary: row.temporary ?? undefined,
      changed_at: row.changed_at ?? undefined,
    }
  );
}

/** Everybody of this installation, or whoever has this e-mail, enabled or not. */
export function listUserIds(
  executor: Executor,
  who: { readonly email: string } | 'all',
): Promise<Pick<UserRow, 'id' | 'organization'>[]> {
  return executor
    .selectFrom('users')
    .select(['id', 'organization'])
    .$if(who !== 'all', (some) => some.where('email', '=', who === 'all' ? '' : who.email))
    .orderBy('id')
    .execute();
}
