import { STATE_NONE } from '#shared/access/states.ts';
import type { Reminder, ReminderCreate } from '#shared/notifications/notifications.schemas.ts';
import { REMINDER_YEARS, REMINDERS_MAX } from '#shared/platform/limits.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { findSeen } from '../documents/faces/faces.queries.ts';
import { insertNotifications } from './notifications.queries.ts';
import {
  countWaiting,
  deleteWaiting,
  findWaiting,
  isOwnSeries,
  type WaitingReminder,
} from './reminders.queries.ts';
import { requireSeeing } from './seeing.ts';
import { t } from './texts.ts';

export function createRemindersService({ db, changes }: Deps) {
  return {
    /**
     * Anybody who sees the record may remind themselves. Whoever sees the working copy may also remind others who see the
     * record now.
     * @throws not_found, forbidden, invalid, reminder_limit
     */
    create: (actor: Actor, body: ReminderCreate): Promise<Reminder> =>
      changes.run(actor, (change) => createReminder(change, actor, body)),

    /** The reminders that the actor made, for anybody. */
    async list(actor: Actor): Promise<Reminder[]> {
      return present(await findWaiting(db, actor));
    },

    /** @throws not_found, reminder_sent where everybody was reminded already */
    cancel: (actor: Actor, id: string): Promise<{ ok: true }> =>
      changes.run(actor, async (change) => {
        const cancelled = await deleteWaiting(change.trx, actor.user, id);
        if (cancelled.length === 0) {
          if (await isOwnSeries(change.trx, actor.user, id)) throw new ApiError('reminder_sent');
          throw notFound();
        }
        change.audit({
          action: 'reminder.cancel',
          targetType: 'reminder',
          targetId: id,
          before: { to: cancelled },
        });
        change.announce({ kind: 'notification.changed', user: actor.user });
        return { ok: true };
      }),
  };
}

async function createReminder(change: Change, actor: Actor, body: ReminderCreate): Promise<Reminder> {
  const { trx, at } = change;
  const seen = await findSeen(trx, actor, body.record);
  if (!seen) throw notFound();
  const notifyAt = momentOf(body.notifyAt, at);
  const to = body.to ?? [actor.user];
  // Readers may remind only themselves: seeing a published document is no reason to write to others.
  if (to.some((user) => user !== actor.user) && seen.face.face !== 'working') throw new ApiError('forbidden');
  // Checked again when the reminder is due.
  await requireSeeing(trx, body.record, to);
  if ((await countWaiting(trx, actor.user)) >= REMINDERS_MAX) throw new ApiError('reminder_limit');

  const series = newId();
  const rows = to.map((user) => ({
    id: newId(),
    series,
    organization: actor.organization,
    user_id: user,
    type: 'RECORD.REMINDER',
    state: STATE_NONE,
    record_id: body.record,
    version_id: null,
    from_user: actor.user,
    comment: body.text,
    notify_at: notifyAt,
    created_at: at,
    dismissed_at: null,
    mailed_at: null,
  }));
  await insertNotifications(trx, rows);
  for (const { id } of rows) {
    change.announce(
      { kind: 'reminder.due', notification: id },
      { key: `reminder:${id}`, availableAt: notifyAt },
    );
  }
  change.announce({ kind: 'notification.changed', user: actor.user });
  change.audit({
    action: 'reminder.create',
    targetType: 'record',
    targetId: body.record,
    after: { reminder: series, to, notifyAt: notifyAt.toISOString() },
  });
  const made = (await findWaiting(trx, actor)).filter((row) => row.series === series);
  const [reminder] = present(made);
  if (!reminder) throw notFound();
  return reminder;
}

/** @throws invalid where the moment has passed, or lies too many years ahead */
function momentOf(text: string, now: Date): Date {
  const moment = new Date(text);
  // Also true for an invalid date, such as the 30th of February.
  if (!(moment > now)) throw invalid('notifyAt', t('reminders.past'));
  const last = new Date(now);
  last.setFullYear(last.getFullYear() + REMINDER_YEARS);
  if (moment > last) {
    throw invalid('notifyAt', t('reminders.far', { years: REMINDER_YEARS }));
  }
  return moment;
}

function present(rows: readonly WaitingReminder[]): Reminder[] {
  return [...Map.groupBy(rows, (row) => row.series)].flatMap(([series, recipients]) => {
    const [first] = recipients;
    if (!first || series === null) return [];
    return {
      _id: series,
      record: {
        _id: first.record_id,
        title: first.title,
        group: { _id: first.group_id, name: first.group_name },
      },
      notifyAt: first.notify_at.toISOString(),
      text: first.comment,
      to: recipients.map((row) => ({ _id: row.user_id, firstname: row.firstname, lastname: row.lastname })),
      createdAt: first.created_at.toISOString(),
    };
  });
}
