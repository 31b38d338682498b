import type { Transaction } from 'kysely';
import type { Viewer } from '#shared/access/visibility.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { visibleFaceCondition } from '../access/visibility.policy.ts';

const REMINDER = 'RECORD.REMINDER';

/** One recipient of a reminder whose time has not come, with what its maker sees of the record. */
export type WaitingReminder = Awaited<ReturnType<typeof findWaiting>>[number];

const waitingOf = (executor: Executor, user: string) =>
  executor
    .selectFrom('notifications as n')
    .where('n.from_user', '=', user)
    .where('n.type', '=', REMINDER)
    .where('n.series', 'is not', null)
    .where('n.handled_at', 'is', null)
    .where('n.dismissed_at', 'is', null);

/** What somebody's own reminders wait for, soonest first, one row for each recipient. */
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

/** How many reminders of somebody's making wait. Their row is locked, so that two calls count one after the other. */
export async function countWaiting(trx: Transaction<Schema>, user: string): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', user).forNoKeyUpdate().execute();
  const { count } = await waitingOf(trx, user)
    .select((each) => each.fn.count<number>('n.series').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Takes away what nobody was reminded of yet. @returns whose reminders these were */
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
 * Takes the right to remind: of all who ask, whatever their process, one gets it, once.
 * @returns whose it is, or null where it was cancelled, dismissed, or seen to by another
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

/** It is never shown: nobody may see the record any more, or its person wants no reminders. */
export async function dropReminder(trx: Transaction<Schema>, id: string, at: Date): Promise<void> {
  await trx.updateTable('notifications').set({ dismissed_at: at }).where('id', '=', id).execute();
}
