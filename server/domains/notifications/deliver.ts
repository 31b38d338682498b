import type { NoticeChoice, NotificationType } from '#shared/notifications/notification-types.ts';
import type { Change } from '../../platform/db/change.ts';
import { GROUPING } from '../../platform/outbox/outbox-messages.ts';
import type { KnownViewer } from '../documents/faces/audience.queries.ts';
import { findOrganization } from '../organization/organizations.queries.ts';
import { nextDigest } from './digest-time.ts';
import { claimMails, setDigest } from './notifications.queries.ts';

/** A notification that was written and is due. */
export interface DueNotification {
  readonly notification: string;
  readonly type: NotificationType;
  readonly to: Pick<KnownViewer, 'user' | 'email' | 'organization'>;
  readonly choice: NoticeChoice;
  /**
   * The notice is not mailed with this change: its maker asks for the mail by `events/mailer/records/review`
   * (docs/domain/notifications.md).
   */
  readonly mailedApart?: boolean;
  /** One mail an hour tells of all such notices about one document. */
  readonly gathered?: boolean;
  /** Its mail waits a moment, to become one with those of its batch. */
  readonly held?: boolean;
  /** The change has already written it as mailed. */
  readonly mailClaimed?: boolean;
}

/** From this number on, one person's notifications of one change are announced as one. */
const ANNOUNCED_ONE_BY_ONE = 3;

/** How long a batch's mails wait for the rest of it: it changes its documents one by one. */
const BATCH_MS = 15_000;

/** Delivers notifications as their people chose, by the outbox of this change. */
export async function deliver(change: Change, arrivals: readonly DueNotification[]): Promise<void> {
  announce(
    change,
    arrivals.filter(({ choice }) => choice !== 'none'),
  );
  const [gathered, mailed] = [true, false].map((which) =>
    arrivals.filter(
      ({ choice, mailedApart, gathered = false }) => choice === 'mail' && !mailedApart && gathered === which,
    ),
  ) as [DueNotification[], DueNotification[]];
  queueGathered(change, gathered);
  queueMails(
    change,
    mailed.filter(({ mailClaimed }) => mailClaimed),
  );
  await mailNotices(
    change,
    mailed.filter(({ mailClaimed }) => !mailClaimed),
  );
  await collect(
    change,
    arrivals.filter(({ choice }) => choice === 'daily'),
  );
}

function announce(change: Change, arrivals: readonly DueNotification[]): void {
  for (const [user, theirs] of Map.groupBy(arrivals, ({ to }) => to.user)) {
    if (theirs.length > ANNOUNCED_ONE_BY_ONE) {
      change.announce({ kind: 'notification.changed', user });
      continue;
    }
    for (const { notification } of theirs) {
      change.announce({ kind: 'notification.created', user, notification });
    }
  }
}

interface Mailed {
  readonly notification: string;
  readonly to: Pick<KnownViewer, 'email'>;
  readonly held?: boolean;
}

/** Queues the mails of notifications that were not mailed yet. */
export async function mailNotices(change: Change, notices: readonly Mailed[]): Promise<void> {
  const ids = notices.map(({ notification }) => notification);
  const claimed = new Set(await claimMails(change.trx, ids, change.at));
  // A notification may be named twice, and is mailed once.
  queueMails(
    change,
    notices.filter(({ notification }) => claimed.delete(notification)),
  );
}

function queueMails(change: Change, due: readonly Mailed[]): void {
  for (const [to, theirs] of Map.groupBy(due, (notice) => notice.to.email)) {
    const [first, ...more] = theirs.map(({ notification }) => notification);
    if (first !== undefined && theirs.length > GROUPING.mails) {
      // They become one mail in any case. With a row for each, every try to group them would read all of them.
      change.announce(
        { kind: 'mail', mail: { template: 'notice', to, notification: first, more } },
        { key: `mail:${first}` },
      );
      continue;
    }
    for (const { notification, held } of theirs)
      change.announce(
        { kind: 'mail', mail: { template: 'notice', to, notification, ...(held ? { held } : {}) } },
        {
          key: `mail:${notification}`,
          ...(held ? { availableAt: new Date(change.at.getTime() + BATCH_MS) } : {}),
        },
      );
  }
}

/** Their mails find out when they are due (mails/gather.ts). */
function queueGathered(change: Change, due: readonly Mailed[]): void {
  for (const { notification, to } of due)
    change.announce(
      { kind: 'mail', mail: { template: 'notice', to: to.email, notification, gathered: true } },
      // Another key than that of a mail which somebody asks for: that one is sent whatever waits.
      { key: `gathered:${notification}` },
    );
}

/**
 * Keeps notifications for the day's one mail. The first of them queues that mail, under a key that makes it unique over
 * all processes. Its content is read when it is sent.
 */
async function collect(change: Change, arrivals: readonly DueNotification[]): Promise<void> {
  const [first] = arrivals;
  if (!first) return;
  const { timezone } = await findOrganization(change.trx, first.to.organization);
  const { day, at } = nextDigest(change.at, timezone);
  await setDigest(
    change.trx,
    arrivals.map(({ notification }) => notification),
    day,
  );
  const people = new Map(arrivals.map(({ to }) => [to.user, to]));
  // In one order everywhere, so that two changes that notify the same people wait for each other and cannot deadlock.
  for (const { user, email } of [...people.values()].sort((a, b) => (a.user < b.user ? -1 : 1))) {
    change.announce(
      { kind: 'mail', mail: { template: 'daily', to: email, user, day } },
      { key: `daily:${user}:${day}`, availableAt: at },
    );
  }
}
