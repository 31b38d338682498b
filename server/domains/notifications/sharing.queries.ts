import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

/** For so long a notice of a shared document that nobody dismissed is still new. */
const STILL_NEW_MS = 24 * 3_600_000;

/** Lets somebody's own acts of sharing take turns, so that two at once do not tell the same person twice. */
export async function lockSharing(trx: Transaction<Schema>, from: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', from).forNoKeyUpdate().execute();
}

/**
 * Whom the same person told of the same document within a day, by a notice that stands undismissed and that another one
 * would add nothing to: it has the same words, or the other one has none.
 */
export async function findStillTold(
  trx: Transaction<Schema>,
  { from, record, to, message }: { from: string; record: string; to: readonly string[]; message: string },
  at: Date,
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('notifications')
    .select('user_id')
    .distinct()
    .where('type', '=', 'RECORD.SHARED')
    .where('from_user', '=', from)
    .where('record_id', '=', record)
    .where('user_id', 'in', [...to])
    .where('dismissed_at', 'is', null)
    .where('created_at', '>', new Date(at.getTime() - STILL_NEW_MS))
    .where(sql<boolean>`(${message} = '' or comment = ${message})`)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
