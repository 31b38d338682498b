import type { Transaction } from 'kysely';
import {
  DEFAULT_CHOICE,
  type NoticeChoice,
  type NotificationType,
} from '#shared/notifications/notification-types.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';

/** What each of these people chose for a type, in one query. */
export async function loadChoices(
  executor: Executor,
  users: readonly string[],
): Promise<(user: string, type: NotificationType) => NoticeChoice> {
  const ids = [...new Set(users)];
  const rows =
    ids.length === 0
      ? []
      : await executor
          .selectFrom('notification_preferences')
          .select(['user_id', 'type', 'choice'])
          .where('user_id', 'in', ids)
          .execute();
  const chosen = new Map(rows.map((row) => [`${row.user_id} ${row.type}`, row.choice]));
  return (user, type) => chosen.get(`${user} ${type}`) ?? DEFAULT_CHOICE[type];
}

export async function saveChoice(
  trx: Transaction<Schema>,
  person: { readonly user: string; readonly organization: string },
  type: NotificationType,
  choice: NoticeChoice,
  at: Date,
): Promise<void> {
  const row = { organization: person.organization, user_id: person.user, type, choice, updated_at: at };
  await trx
    .insertInto('notification_preferences')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'type']).doUpdateSet({ choice, updated_at: at }))
    .execute();
}
