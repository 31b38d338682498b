import { STATE_NONE } from '#shared/domain/states.ts';
import { visibleFace } from '#shared/domain/visibility.ts';
import type { NotificationType } from '#shared/schemas/notification.ts';
import type { Change, ChangeAuthor } from '../db/change.ts';
import { newId } from '../ids.ts';
import { type KnownViewer, loadViewers, loadVisible } from '../repositories/audience.ts';
import { claimMail, insertNotifications } from '../repositories/notifications.ts';
import { findServed } from '../repositories/versions.ts';

/** Something that people are to be told about a record. */
export interface Notice {
  readonly type: NotificationType;
  readonly record: string;
  readonly version: string | null;
  readonly to: readonly string[];
  /** The state that resulted, for RECORD.REVIEWED; the one that it began with, for RECORD.CREATED. */
  readonly state?: number;
  readonly comment?: string;
  /** Hidden until then. */
  readonly notifyAt?: Date;
  /** Nobody is told of what they did themselves, but for reminders, one's own conflict and one's own sync upload. */
  readonly evenActor?: true;
  readonly mailed?: true;
}

export interface Told {
  readonly notification: string;
  readonly user: string;
  readonly notice: Notice;
}

/** From here on a person's notifications of one change are announced as one. */
const ANNOUNCED_ONE_BY_ONE = 3;

/**
 * Writes the notifications of one change, for everybody who may see the record (domain: entities). Mails go out
 * through the outbox, once per notification.
 */
export async function notify(
  change: Change,
  actor: ChangeAuthor & { readonly user: string },
  notices: readonly Notice[],
): Promise<Told[]> {
  const visible = await loadVisible(
    change.trx,
    notices.filter((each) => each.to.length > 0).map((each) => each.record),
  );
  const viewers = await loadViewers(
    change.trx,
    notices.flatMap((each) => each.to),
  );
  const reached = notices.flatMap((notice) => {
    const record = visible.get(notice.record);
    if (!record) return [];
    return [...new Set(notice.to)].flatMap((user) => {
      const viewer = viewers.get(user);
      const face = viewer && visibleFace(viewer, record);
      if (!face || (user === actor.user && !notice.evenActor)) return [];
      return [{ notification: newId(), user, notice, face }];
    });
  });
  // Who sees what was published alone hears of no other version (isShownTo): not of a draft, nor what was said of it.
  const aboutReaders = reached.filter((each) => each.face === 'published');
  const served = await findServed(
    change.trx,
    aboutReaders.flatMap((each) => each.notice.version ?? []),
  );
  const told: Told[] = reached.filter(
    ({ face, notice: { version } }) => face === 'working' || version === null || served.has(version),
  );
  await insertNotifications(
    change.trx,
    told.map(({ notification, user, notice }) => ({
      id: notification,
      organization: actor.organization,
      user_id: user,
      type: notice.type,
      state: notice.state ?? STATE_NONE,
      record_id: notice.record,
      version_id: notice.version,
      from_user: actor.user,
      comment: notice.comment ?? '',
      notify_at: notice.notifyAt ?? change.at,
      created_at: change.at,
      dismissed_at: null,
      mailed_at: null,
    })),
  );
  announce(change, told);
  for (const each of told) {
    if (each.notice.mailed) await mailRequest(change, each.notification, viewers.get(each.user));
  }
  return told;
}

function announce(change: Change, told: readonly Told[]): void {
  for (const [user, theirs] of Map.groupBy(told, (each) => each.user)) {
    if (theirs.length > ANNOUNCED_ONE_BY_ONE) {
      change.announce({ kind: 'notification.changed', user });
      continue;
    }
    for (const { notification, notice } of theirs) {
      const later = notice.notifyAt ? { availableAt: notice.notifyAt } : {};
      change.announce({ kind: 'notification.created', user, notification }, later);
    }
  }
}

/** Queues the mail of a review request, unless it was queued before. */
export async function mailRequest(
  change: Change,
  notification: string,
  to: Pick<KnownViewer, 'email'> | undefined,
): Promise<void> {
  if (!to || !(await claimMail(change.trx, notification, change.at))) return;
  change.announce(
    { kind: 'mail', mail: { template: 'review-request', to: to.email, notification } },
    { key: `mail:${notification}` },
  );
}
