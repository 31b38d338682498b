import { type Insertable, sql, type Transaction } from 'kysely';
import type { Viewer } from '#shared/access/visibility.ts';
import { PENDING_MAX } from '#shared/notifications/notifications.schemas.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NotificationsTable } from '../../platform/db/tables/events.ts';
import { canSeeEveryLibrary } from '../access/libraries.policy.ts';
import { seenFaceCondition } from '../access/visibility.policy.ts';

/** A notification with what its recipient sees of the record, in one row. */
export type SeenOfRecord = Awaited<ReturnType<ReturnType<typeof seenBy>['execute']>>[number];
/** One about a folder. Its recipient sees the name, as every member of the library does. */
export type SeenOfFolder = Awaited<ReturnType<ReturnType<typeof foldersSeenBy>['execute']>>[number];
/** One about a due day. Everybody in the organization may read calendars. */
export type SeenOfOccurrence = Awaited<ReturnType<ReturnType<typeof occurrencesSeenBy>['execute']>>[number];
export type SeenNotification = SeenOfRecord | SeenOfFolder | SeenOfOccurrence;

const seenBy = (executor: Executor, viewer: Viewer) =>
  executor
    .selectFrom('notifications as n')
    .innerJoin('record_faces as f', 'f.record_id', 'n.record_id')
    .innerJoin('groups as g', 'g.id', 'f.group_id')
    .innerJoin('users as u', 'u.id', 'n.from_user')
    .leftJoin('versions as v', 'v.id', 'n.version_id')
    .leftJoin('comments as c', 'c.id', 'n.comment_id')
    .where('n.user_id', '=', viewer.user)
    // Of what went to the bin, whoever saw it until then is told that, and nothing else.
    .where(seenFaceCondition(viewer))
    .where((where) => where.or([where('f.deleted', '=', false), where('n.type', '=', 'RECORD.DELETED')]))
    // Readers get notifications about published versions only, and none about comments. Somebody who becomes a reader
    // does not see those about drafts any more.
    .where((where) =>
      where.or([
        where('f.face', '=', 'working'),
        where.and([
          where('n.comment_id', 'is', null),
          where.or([
            where('n.version_id', 'is', null),
            where.and([where('v.was_published', '=', true), where('v.conflict', '=', false)]),
          ]),
        ]),
      ]),
    )
    .select([
      'n.id',
      'n.type',
      'n.state',
      'f.record_id',
      'n.comment_id',
      // The words of a comment as they are now: its writer may have corrected them.
      (select) => select.fn.coalesce('c.text', 'n.comment').as('comment'),
      'n.notify_at',
      'n.created_at',
      'u.id as from_user',
      'n.due_on',
      'u.firstname',
      'u.lastname',
      'f.title',
      'f.state as face_state',
      'f.name',
      'f.file_type',
      'f.group_id',
      'g.name as group_name',
    ]);

/** Notices about folders of the libraries that the recipient knows of. */
const foldersSeenBy = (executor: Executor, viewer: Viewer) =>
  executor
    .selectFrom('notifications as n')
    .innerJoin('compliance_places as p', 'p.id', 'n.folder_id')
    .innerJoin('groups as g', 'g.id', 'n.group_id')
    .where('n.user_id', '=', viewer.user)
    .where('p.group_id', 'in', (library) =>
      canSeeEveryLibrary(viewer)
        ? library.selectFrom('groups').select('id').where('organization', '=', viewer.organization)
        : library.selectFrom('group_members').select('group_id').where('user_id', '=', viewer.user),
    )
    .select([
      'n.id',
      'n.type',
      'n.state',
      'n.folder_id',
      'n.comment',
      'n.notify_at',
      'n.created_at',
      'n.due_on',
      'p.name as title',
      'n.group_id',
      'g.name as group_name',
    ]);

const occurrencesSeenBy = (executor: Executor, viewer: Viewer) =>
  executor
    .selectFrom('notifications as n')
    .innerJoin('occurrences as o', 'o.id', 'n.occurrence_id')
    .innerJoin('obligations as b', 'b.id', 'o.obligation_id')
    .innerJoin('calendars as c', 'c.id', 'o.calendar_id')
    .leftJoin('users as u', 'u.id', 'n.from_user')
    .where('n.user_id', '=', viewer.user)
    .where('o.organization', '=', viewer.organization)
    // A request that was answered or taken back asks for nothing any more.
    .where((where) =>
      where.or([
        where('n.type', '<>', 'CALENDAR.REQUEST'),
        where.exists((open) =>
          open
            .selectFrom('occurrence_comments as q')
            .select('q.id')
            .whereRef('q.occurrence_id', '=', 'n.occurrence_id')
            .whereRef('q.asks', '=', 'n.user_id')
            .where('q.answer', 'is', null),
        ),
      ]),
    )
    .select([
      'n.id',
      'n.type',
      'n.state',
      'n.occurrence_id',
      'n.comment',
      'n.notify_at',
      'n.created_at',
      'n.due_on',
      'u.id as from_user',
      'u.firstname',
      'u.lastname',
      'b.title',
      'c.id as calendar_id',
      'c.name as group_name',
    ]);

/** Neither dismissed nor hidden, newest first. Those about something that their recipient no longer sees are left out. */
export async function findPending(
  executor: Executor,
  viewer: Viewer,
  now: Date,
): Promise<SeenNotification[]> {
  const open = { dismissed: sql<boolean>`n.dismissed_at is null`, come: sql<boolean>`n.notify_at <= ${now}` };
  const records = await seenBy(executor, viewer)
    .where(open.dismissed)
    .where(open.come)
    .orderBy('n.notify_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(PENDING_MAX)
    .execute();
  const folders = await foldersSeenBy(executor, viewer)
    .where(open.dismissed)
    .where(open.come)
    .orderBy('n.notify_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(PENDING_MAX)
    .execute();
  const occurrences = await occurrencesSeenBy(executor, viewer)
    .where(open.dismissed)
    .where(open.come)
    .orderBy('n.notify_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(PENDING_MAX)
    .execute();
  const newest = (a: SeenNotification, b: SeenNotification): number =>
    b.notify_at.getTime() - a.notify_at.getTime() || (a.id < b.id ? 1 : -1);
  return [...records, ...folders, ...occurrences].sort(newest).slice(0, PENDING_MAX);
}

/** One of the viewer's own notifications, or null. */
export async function findOwn(
  executor: Executor,
  viewer: Viewer,
  id: string,
): Promise<SeenNotification | null> {
  const record = await seenBy(executor, viewer).where('n.id', '=', id).executeTakeFirst();
  const folder = record ?? (await foldersSeenBy(executor, viewer).where('n.id', '=', id).executeTakeFirst());
  return (
    folder ?? (await occurrencesSeenBy(executor, viewer).where('n.id', '=', id).executeTakeFirst()) ?? null
  );
}

/** Those of these that are the viewer's own and whose subject they see. */
export async function findOwnAmong(
  executor: Executor,
  viewer: Viewer,
  ids: readonly string[],
): Promise<SeenNotification[]> {
  if (ids.length === 0) return [];
  const among = [...ids];
  const records = await seenBy(executor, viewer).where('n.id', 'in', among).execute();
  const folders = await foldersSeenBy(executor, viewer).where('n.id', 'in', among).execute();
  const occurrences = await occurrencesSeenBy(executor, viewer).where('n.id', 'in', among).execute();
  return inOrder(records, folders, occurrences);
}

/** In the order in which they were written. */
const inOrder = (...parts: readonly (readonly SeenNotification[])[]): SeenNotification[] =>
  parts.flat().sort((a, b) => (a.id < b.id ? -1 : 1));

export async function insertNotifications(
  trx: Transaction<Schema>,
  rows: readonly Insertable<NotificationsTable>[],
): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto('notifications')
      .values([...rows])
      .execute();
}

/**
 * Gives a notice about a folder other words: more of the same has happened.
 * @returns false where its reader has dismissed it, or it is gone: then another one is due
 */
export async function updateFolderNotice(
  trx: Transaction<Schema>,
  id: string,
  comment: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('notifications')
    .set({ comment })
    .where('id', '=', id)
    // That of somebody who chose to be told nothing was dismissed as it was written.
    .where((where) =>
      where.or([where('dismissed_at', 'is', null), where('dismissed_at', '=', where.ref('created_at'))]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function isOwn(executor: Executor, user: string, id: string): Promise<boolean> {
  const row = await executor
    .selectFrom('notifications')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', user)
    .executeTakeFirst();
  return row !== undefined;
}

/** A review request that this person made, with its recipient's address. */
export async function findMailable(
  executor: Executor,
  from: string,
  id: string,
): Promise<{ id: string; user: string; email: string } | null> {
  const row = await executor
    .selectFrom('notifications as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .select(['n.id', 'n.user_id as user', 'u.email'])
    .where('n.id', '=', id)
    .where('n.from_user', '=', from)
    .where('n.type', '=', 'RECORD.REVIEW.REQUEST')
    .executeTakeFirst();
  return row ?? null;
}

/** Claims notifications for a mail. Of several calls one gets each of them. @returns those that this call got */
export async function claimMails(
  trx: Transaction<Schema>,
  ids: readonly string[],
  at: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    update notifications set mailed_at = ${at}
    where id = any(${[...ids]}::uuid[]) and mailed_at is null returning id`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** The recipient of a notification, or null where it is gone. */
export async function recipientOf(executor: Executor, id: string): Promise<string | null> {
  const row = await executor
    .selectFrom('notifications')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Puts notifications into the digest of a day. */
export async function setDigest(
  trx: Transaction<Schema>,
  ids: readonly string[],
  day: string,
): Promise<void> {
  await trx
    .updateTable('notifications')
    .set({ digest_on: day })
    .where('id', 'in', [...ids])
    .execute();
}

/** The notifications for the digest of a day, or left over from an earlier one, whose subject the person still sees. */
export async function findForDigest(
  executor: Executor,
  viewer: Viewer,
  day: string,
): Promise<SeenNotification[]> {
  const waiting = sql<boolean>`n.digest_on <= ${day}::date and n.mailed_at is null and n.dismissed_at is null`;
  const records = await seenBy(executor, viewer).where(waiting).execute();
  const folders = await foldersSeenBy(executor, viewer).where(waiting).execute();
  const occurrences = await occurrencesSeenBy(executor, viewer).where(waiting).execute();
  return inOrder(records, folders, occurrences);
}

export async function markDigested(executor: Executor, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await executor
    .updateTable('notifications')
    .set({ mailed_at: at })
    .where('id', 'in', [...ids])
    .execute();
}
