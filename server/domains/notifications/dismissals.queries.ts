import { sql, type Transaction } from 'kysely';
import type { NotificationType } from '#shared/notifications/notification-types.ts';
import type { Schema } from '../../platform/db/schema.ts';

/** Which of one's own notifications to dismiss: one, several, those of a type, or those about a record. */
export type Dismissal =
  | { id: string }
  | { ids: readonly string[] }
  | { type: string }
  | { record: string }
  | { folder: string }
  | { occurrence: string };

/** @returns how many were dismissed; by type, only those that are not hidden */
export async function dismissOwn(
  trx: Transaction<Schema>,
  user: string,
  which: Dismissal,
  at: Date,
): Promise<number> {
  let query = trx
    .updateTable('notifications')
    .set({ dismissed_at: at })
    .where('user_id', '=', user)
    .where('dismissed_at', 'is', null);
  if ('id' in which) query = query.where('id', '=', which.id);
  else if ('ids' in which) query = query.where('id', 'in', [...which.ids]);
  else if ('type' in which) query = query.where('type', '=', which.type).where('notify_at', '<=', at);
  else if ('record' in which)
    query = query.where('record_id', '=', which.record).where('notify_at', '<=', at);
  else if ('folder' in which)
    query = query.where('folder_id', '=', which.folder).where('notify_at', '<=', at);
  else query = query.where('occurrence_id', '=', which.occurrence).where('notify_at', '<=', at);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Takes back what this person dismissed at that moment.
 * @returns how many
 */
export async function restoreOwn(trx: Transaction<Schema>, user: string, dismissedAt: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('notifications')
    .set({ dismissed_at: null })
    .where('user_id', '=', user)
    .where('dismissed_at', '=', dismissedAt)
    // What somebody wants no notices of is written as dismissed, and was never in their list.
    .where('dismissed_at', '>', (row) => row.ref('created_at'))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Dismisses what the same people were told before of the same record, by notifications of these types. */
export async function dismissOlder(
  trx: Transaction<Schema>,
  newest: readonly string[],
  types: readonly NotificationType[],
  at: Date,
): Promise<void> {
  if (newest.length === 0) return;
  await sql`
    update notifications older set dismissed_at = ${at} from notifications newest
    where newest.id = any(${[...newest]}::uuid[]) and older.user_id = newest.user_id
      and older.record_id = newest.record_id and older.id <> newest.id
      and older.type = any(${[...types]}::text[]) and older.dismissed_at is null`.execute(trx);
}
