import type { Transaction } from 'kysely';
import type { Viewer } from '#shared/access/visibility.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { visibleFaceCondition } from '../access/visibility.policy.ts';

const REMINDER = 'RECORD.REMINDER';

/** One recipient of a reminder that is not due yet, with what its maker sees of the record. */
export type WaitingReminder = Awaited<ReturnType<typeof findWaiting>>[number];

const waitingOf = (executor: Executor, user: string) =>
  executor
    .selectFrom('notifications as n')
    .where('n.from_user', '=', user)
    .where('n.type', '=', REMINDER)
    .where('n.series', 'is not', null)
    .where('n.handled_at', 'is', null)
    .where('n.dismissed_at', 'is', null);

/** The reminders that somebody made and that are not due yet, soonest first, one row for each recipient. */
export function findWaiting(executor: Executor, viewer: Viewer) {
  return waitingOf(executor, viewer.user)
    .innerJoin('record_faces as f', 'f.record_id', 'n.record_id')
    .innerJoin('groups as g', 'g.id', 'f.group_id')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .where(visibleFaceCondition(viewer))
    .select([
      'n.series',
      'f.record_id',
      'n.comment',
      'n.notify_at',
      'n.created_at',
      'n.user_id',
      'u.firstname',
      'u.lastname',
      'f.title',
      'f.group_id',
      'g.name as group_name',
    ])
    .orderBy('n.notify_at')
    .orderBy('n.series')
    .orderBy('n.id')
    .execute();
}

/** How many reminders that somebody made are waiting. Locks their row, so that two calls count one after the other. */
export async function countWaiting(trx: Transaction<Schema>, user: string): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', user).forNoKeyUpdate().execute();
  const { count } = await waitingOf(trx, user)
    .select((each) => each.fn.count<number>('n.series').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes the reminder for everybody who was not reminded yet. @returns the recipients */
export async function deleteWaiting(
  trx: Transaction<Schema>,
  user: string,
  series: string,
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('notifications')
    .where('series', '=', series)
    .where('from_user', '=', user)
    .where('handled_at', 'is', null)
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

export async function isOwnSeries(executor: Executor, user: string, series: string): Promise<boolean> {
  const row = await executor
    .selectFrom('notifications')
    .select('id')
    .where('series', '=', series)
    .where('from_user', '=', user)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Claims a reminder. Of all processes that ask, one gets it, once.
 * @returns its recipient, or null where it was cancelled, dismissed, or claimed by another
 */
export async function claimReminder(trx: Transaction<Schema>, id: string, at: Date): Promise<string | null> {
  const row = await trx
    .updateTable('notifications')
    .set({ handled_at: at })
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .where('dismissed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Drops a reminder that must never be shown: its person may not see the record any more, or wants no reminders. */
export async function dropReminder(trx: Transaction<Schema>, id: string, at: Date): Promise<void> {
  await trx.updateTable('notifications').set({ dismissed_at: at }).where('id', '=', id).execute();
}
