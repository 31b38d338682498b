import type { z } from 'zod';
import type {
  dismiss,
  Notification,
  notificationCreate,
  restore,
} from '#shared/notifications/notifications.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { lookup } from '../access/names.queries.ts';
import { findSeen } from '../documents/faces/faces.queries.ts';
import { mailNotices } from './deliver.ts';
import { type Dismissal, dismissOwn, restoreOwn } from './dismissals.queries.ts';
import { presentNotification } from './notifications.presenter.ts';
import { findMailable, findOwn, findPending, isOwn } from './notifications.queries.ts';
import { notify } from './notify.ts';
import { loadChoices } from './preferences.queries.ts';
import { t } from './texts.ts';

export function createNotificationsService({ db, changes, now }: Deps) {
  return {
    async pending(actor: Actor): Promise<Notification[]> {
      const at = now();
      return (await findPending(db, actor, at)).map((row) => presentNotification(row, at));
    },

    async get(actor: Actor, id: string): Promise<Notification> {
      const row = await findOwn(db, actor, id);
      if (!row) throw notFound();
      return presentNotification(row, now());
    },

    dismiss: (actor: Actor, body: z.output<typeof dismiss>): Promise<{ dismissed: number; at: string }> =>
      changes.run(actor, async (change) => {
        const which = dismissalOf(body);
        if ('id' in which && !(await isOwn(change.trx, actor.user, which.id))) throw notFound();
        const dismissed = await dismissOwn(change.trx, actor.user, which, change.at);
        if (dismissed > 0) {
          const one = 'id' in which ? { notification: which.id } : {};
          change.announce({ kind: 'notification.changed', user: actor.user, ...one });
        }
        return { dismissed, at: change.at.toISOString() };
      }),

    /** Takes back a dismissal of the actor's own notifications. What is no longer dismissed since then stays as it is. */
    restore: (actor: Actor, body: z.output<typeof restore>): Promise<{ restored: number }> =>
      changes.run(actor, async (change) => {
        const restored = await restoreOwn(change.trx, actor.user, new Date(body.at));
        if (restored > 0) change.announce({ kind: 'notification.changed', user: actor.user });
        return { restored };
      }),

    /** Asks one person, who may see the record, for its review (docs/domain/notifications.md, specification §7). */
    create: (actor: Actor, body: z.output<typeof notificationCreate>): Promise<Notification> =>
      changes.run(actor, async (change) => {
        if (body.fromId !== actor.user) throw new ApiError('forbidden');
        if (body.type !== 'RECORD.REVIEW.REQUEST') throw invalid('type', t('notice.own'));
        const seen = await findSeen(change.trx, actor, body.refId);
        if (!seen) throw notFound();
        if (seen.face.face !== 'working') throw new ApiError('forbidden');
        const [told] = await notify(change, actor, [
          {
            type: body.type,
            record: body.refId,
            version: seen.record.current_version,
            to: [body.toId],
            includeActor: true,
            mailedApart: true,
          },
        ]);
        if (!told) throw invalid('toId', t('notice.reader'));
        change.audit({
          action: 'review.request',
          targetType: 'record',
          targetId: body.refId,
          after: { to: [body.toId] },
        });
        const names = await lookup(change.trx, { groups: [seen.face.group_id] });
        return {
          _id: told.notification,
          type: body.type,
          state: -1,
          ref: {
            _id: seen.record.id,
            title: seen.face.title,
            state: seen.face.state,
            group: names.groups.get(seen.face.group_id) ?? { _id: seen.face.group_id, name: '' },
            file: { name: seen.face.name, type: seen.face.file_type },
          },
          from: { _id: actor.user, firstname: actor.firstname, lastname: actor.lastname },
          refModel: 'Record',
          refId: seen.record.id,
          notifyAt: change.at.toISOString(),
          comment: '',
          commentId: null,
          createdAt: change.at.toISOString(),
          hidden: false,
          dueOn: null,
        };
      }),

    /** Mails a review request that the actor made. A second call does nothing. */
    mailReview: (actor: Actor, id: string): Promise<{ ok: true }> =>
      changes.run(actor, async (change) => {
        const found = await findMailable(change.trx, actor.user, id);
        if (!found) throw notFound();
        const choiceOf = await loadChoices(change.trx, [found.user]);
        if (choiceOf(found.user, 'RECORD.REVIEW.REQUEST') === 'mail')
          await mailNotices(change, [{ notification: id, to: found }]);
        return { ok: true };
      }),
  };
}

function dismissalOf(body: z.output<typeof dismiss>): Dismissal {
  if (body._id) return { id: body._id };
  if (body.ids) return { ids: body.ids };
  if (body.type) return { type: body.type };
  if (body.refId) {
    if (body.refModel === 'Folder') return { folder: body.refId };
    return body.refModel === 'Occurrence' ? { occurrence: body.refId } : { record: body.refId };
  }
  throw invalid('_', t('notice.one'));
}
