import { STATE_NONE } from '#shared/access/states.ts';
import { visibleFace } from '#shared/access/visibility.ts';
import {
  FOLLOWED_NOTICES,
  type NoticeChoice,
  type NotificationType,
} from '#shared/notifications/notification-types.ts';
import type { Change, ChangeAuthor } from '../../platform/db/change.ts';
import { newId } from '../../platform/ids.ts';
import { loadViewers, loadVisible } from '../documents/faces/audience.queries.ts';
import { findServed } from '../documents/versions/versions.queries.ts';
import { type DueNotification, deliver } from './deliver.ts';
import { followersOf } from './follows/follows.queries.ts';
import { insertNotifications } from './notifications.queries.ts';
import { loadChoices } from './preferences.queries.ts';

/** Something that people are to be told about a record. */
export interface Notice {
  readonly type: NotificationType;
  readonly record: string;
  readonly version: string | null;
  readonly to: readonly string[];
  /** The resulting state, for RECORD.REVIEWED; the first state, for RECORD.CREATED. */
  readonly state?: number;
  readonly comment?: string;
  /** The comment on the document that it is about, whose words are read from there. Readers are not told of it. */
  readonly about?: string;
  /** The day by which an answer is wanted, YYYY-MM-DD. */
  readonly dueOn?: string | undefined;
  /** Whether the actor is told too: only of their own conflict and of their own sync upload. */
  readonly includeActor?: true;
  /**
   * The notice is not mailed with this change: its maker asks for the mail by `events/mailer/records/review`
   * (docs/domain/notifications.md).
   */
  readonly mailedApart?: true;
  /** One mail an hour tells of all such notices about one document. */
  readonly gathered?: boolean;
  /** It is one of a batch: its mail waits a moment for the others and becomes one with them. */
  readonly held?: true;
  /** People whom another notice tells of the same change: followers among them get none of this one. */
  readonly toldApart?: ReadonlySet<string>;
}

export interface WrittenNotification {
  readonly notification: string;
  readonly user: string;
  readonly notice: Notice;
}

/**
 * Writes the notifications of one change, for everybody who may see the record (docs/domain/notifications.md), and
 * delivers them as each person chose. Somebody who chose "none" for a type still gets the row, dismissed as it is
 * written: requests by name stay open.
 */
export async function notify(
  change: Change,
  actor: ChangeAuthor & { readonly user: string },
  notices: readonly Notice[],
): Promise<WrittenNotification[]> {
  const followers = await findFollowers(change, notices);
  const addressed = notices.map((notice) => ({
    notice,
    to: new Set([...notice.to, ...(followers.get(notice) ?? [])]),
  }));
  const people = addressed.flatMap(({ to }) => [...to]);
  const visible = await loadVisible(
    change.trx,
    addressed.filter(({ to }) => to.size > 0).map(({ notice }) => notice.record),
  );
  const viewers = await loadViewers(change.trx, people);
  const choiceOf = await loadChoices(change.trx, [...viewers.keys()]);
  const reached = addressed.flatMap(({ notice, to }) => {
    const record = visible.get(notice.record);
    if (!record) return [];
    return [...to].flatMap((user) => {
      const viewer = viewers.get(user);
      // Who saw it until it went to the bin is told of that.
      const known = notice.type === 'RECORD.DELETED' ? { ...record, deleted: false } : record;
      const face = viewer && visibleFace(viewer, known);
      if (!face || (user === actor.user && !notice.includeActor)) return [];
      const choice = choiceOf(user, notice.type);
      return [{ notification: newId(), user, viewer, notice, face, choice }];
    });
  });
  // Readers are told of published versions only (isShownTo): of no draft, nor of comments on one.
  const aboutReaders = reached.filter((each) => each.face === 'published');
  const served = await findServed(
    change.trx,
    aboutReaders.flatMap((each) => each.notice.version ?? []),
  );
  const told = reached.filter(
    ({ face, notice: { version, about } }) =>
      face === 'working' || (about === undefined && (version === null || served.has(version))),
  );
  await insertNotifications(
    change.trx,
    told.map(({ notification, user, notice, face, choice }) => ({
      id: notification,
      organization: actor.organization,
      user_id: user,
      type: notice.type,
      state: notice.state ?? STATE_NONE,
      record_id: notice.record,
      version_id: notice.version,
      from_user: actor.user,
      // What a decision says is for those who work on the document, and for whom it was meant.
      comment: face === 'working' || notice.to.includes(user) ? (notice.comment ?? '') : '',
      due_on: notice.dueOn ?? null,
      comment_id: notice.about ?? null,
      notify_at: change.at,
      created_at: change.at,
      dismissed_at: choice === 'none' ? change.at : null,
      // Nobody else sees the row yet, so it can be written as mailed without a second write to claim it.
      mailed_at: isMailed(choice, notice) ? change.at : null,
    })),
  );
  await deliver(
    change,
    told.map(
      ({ notification, viewer, notice, choice }): DueNotification => ({
        notification,
        type: notice.type,
        to: viewer,
        choice,
        mailedApart: notice.mailedApart ?? false,
        gathered: notice.gathered ?? false,
        held: notice.held ?? false,
        mailClaimed: isMailed(choice, notice),
      }),
    ),
  );
  return told;
}

/**
 * Those who follow what a notice is about. Somebody whom the same change tells of the document in another way is left
 * out.
 */
async function findFollowers(
  change: Change,
  notices: readonly Notice[],
): Promise<Map<Notice, readonly string[]>> {
  const followed = notices.filter(({ type }) => FOLLOWED_NOTICES.has(type));
  const followers = await followersOf(
    change.trx,
    followed.map(({ record }) => record),
  );
  return new Map(
    followed.map((notice) => {
      const others = notices.filter((each) => each !== notice && each.record === notice.record);
      const told = new Set(others.flatMap(({ to }) => to));
      const left = (followers.get(notice.record) ?? []).filter(
        (user) => !told.has(user) && !notice.toldApart?.has(user),
      );
      return [notice, left];
    }),
  );
}

const isMailed = (choice: NoticeChoice, { mailedApart, gathered }: Notice): boolean =>
  choice === 'mail' && !mailedApart && !gathered;
