import { type Insertable, sql, type Transaction } from 'kysely';
import type { LibraryRole } from '#shared/access/roles.ts';
import { FILE_REQUEST } from '#shared/platform/limits.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { FileRequestMailsTable, FileRequestsTable } from '../../platform/db/tables/file-requests.ts';
import type { JudgedLink } from './file-requests.policy.ts';

/** A link, and everything that decides whether it takes files. */
export type LinkRow = Awaited<ReturnType<ReturnType<typeof links>['execute']>>[number] & JudgedLink;

/**
 * Links with what has come by them. A file that was begun and not touched since `since` has no place any more: its
 * upload is swept.
 */
const links = (executor: Executor, since: Date) =>
  executor
    .selectFrom('file_requests as q')
    .innerJoin('groups as g', 'g.id', 'q.group_id')
    .innerJoin('users as u', 'u.id', 'q.created_by')
    .innerJoin('organizations as o', 'o.id', 'q.organization')
    .leftJoin('group_members as m', (join) =>
      join.onRef('m.group_id', '=', 'q.group_id').onRef('m.user_id', '=', 'q.created_by'),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('file_request_files as f')
          .whereRef('f.request_id', '=', 'q.id')
          .select([
            sql<number>`count(f.received_at)::int`.as('files'),
            sql<string>`coalesce(sum(f.size) filter (where f.received_at is not null), 0)`.as('bytes'),
            sql<Date | null>`max(f.received_at)`.as('last_at'),
            sql<number>`(count(*) filter (where ${onItsWay(since)}))::int`.as('pending'),
            sql<string>`coalesce(sum(f.size) filter (where ${onItsWay(since)}), 0)`.as('pending_bytes'),
          ])
          .as('came'),
      (join) => join.onTrue(),
    )
    .select([
      'q.id',
      'q.organization',
      'q.group_id',
      'q.folder_id',
      'q.kind',
      'q.secret_hash',
      'q.title',
      'q.max_files',
      'q.created_by',
      'q.created_at',
      'q.expires_at',
      'q.revoked_at',
      'q.revoked_by',
      'q.notice_id',
      'q.told_at',
      'o.name as organization_name',
      'o.timezone',
      'u.firstname',
      'u.lastname',
      'u.enabled',
      'came.files',
      'came.last_at',
      'came.pending',
    ])
    .select([
      sql<readonly LibraryRole[] | null>`m.roles`.as('roles'),
      sql<boolean>`g.archived_at is not null`.as('archived'),
      sql<number>`q.max_bytes::float8`.as('max_bytes'),
      sql<number>`came.bytes::float8`.as('bytes'),
      sql<number>`came.pending_bytes::float8`.as('pending_bytes'),
    ]);

const onItsWay = (since: Date) =>
  sql<boolean>`f.received_at is null and f.given_up_at is null and f.touched_at > ${since}::timestamptz`;

/** The link whose secret has this hash. */
export const findLinkBySecret = (
  executor: Executor,
  hash: string,
  since: Date,
): Promise<LinkRow | undefined> =>
  links(executor, since).where('q.secret_hash', '=', hash).executeTakeFirst();

export const findLink = (
  executor: Executor,
  organization: string,
  id: string,
  since: Date,
): Promise<LinkRow | undefined> =>
  links(executor, since).where('q.id', '=', id).where('q.organization', '=', organization).executeTakeFirst();

/**
 * The link, behind its lock: what it takes is counted by one call at a time. The lock comes after those of hash,
 * library and record. Undefined where its folder was deleted meanwhile.
 */
export async function lockLink(
  trx: Transaction<Schema>,
  id: string,
  since: Date,
): Promise<LinkRow | undefined> {
  await trx.selectFrom('file_requests').select('id').where('id', '=', id).forUpdate().execute();
  return links(trx, since).where('q.id', '=', id).executeTakeFirst();
}

/** The newest links into a folder. */
export const listLinks = (executor: Executor, folder: string, since: Date): Promise<LinkRow[]> =>
  links(executor, since)
    .where('q.folder_id', '=', folder)
    .orderBy('q.created_at', 'desc')
    .orderBy('q.id', 'desc')
    .limit(FILE_REQUEST.listed)
    .execute();

export async function insertLink(
  trx: Transaction<Schema>,
  row: Insertable<FileRequestsTable>,
): Promise<void> {
  await trx.insertInto('file_requests').values(row).execute();
}

export async function revokeLink(trx: Transaction<Schema>, id: string, by: string, at: Date): Promise<void> {
  await trx
    .updateTable('file_requests')
    .set({ revoked_at: at, revoked_by: by })
    .where('id', '=', id)
    .execute();
}

/** Writes which notification tells of what comes from this moment on. */
export async function setNotice(
  trx: Transaction<Schema>,
  id: string,
  notice: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('file_requests')
    .set({ notice_id: notice, told_at: at })
    .where('id', '=', id)
    .execute();
}

export async function insertMails(
  trx: Transaction<Schema>,
  rows: readonly Insertable<FileRequestMailsTable>[],
): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto('file_request_mails')
      .values([...rows])
      .execute();
}

/** To whom these links were mailed, the first first. */
export const listMails = (executor: Executor, requests: readonly string[]) =>
  executor
    .selectFrom('file_request_mails')
    .select(['request_id', 'email', 'sent_at', 'sent_by'])
    .where('request_id', 'in', requests.length > 0 ? [...requests] : ['00000000-0000-0000-0000-000000000000'])
    .orderBy('sent_at')
    .orderBy('id')
    .execute();
