import { type Selectable, sql } from 'kysely';
import type { Scope } from '#shared/access/scopes.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { AuditEventsTable } from '../../platform/db/tables/events.ts';

export type AuditRow = Selectable<AuditEventsTable>;

/** Filters of the trail. Of the moments the first is included, the last is not. */
export interface AuditSought {
  readonly words: readonly string[] | null;
  readonly action: string | null;
  readonly actor: string | null;
  readonly target: string | null;
  readonly from: Date | null;
  readonly before: Date | null;
}

/** The trail of an organization, newest first. */
export function findAudit(
  executor: Executor,
  organization: string,
  { words, action, actor, target, from, before }: AuditSought,
  page: { after: { at: string; id: string } | null; limit: number },
): Promise<AuditRow[]> {
  const { after, limit } = page;
  let query = executor.selectFrom('audit_events').selectAll().where('organization', '=', organization);
  if (words) query = query.where(sql<string>`split_part(action, '.', 1)`, 'in', [...words]);
  if (action) query = query.where('action', '=', action);
  if (actor) query = query.where('actor', '=', actor);
  if (target) query = query.where('target_id', '=', target);
  if (from) query = query.where('at', '>=', from);
  if (before) query = query.where('at', '<', before);
  if (after) query = query.where(sql<boolean>`(at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export const findAuditEvent = (
  executor: Executor,
  organization: string,
  id: string,
): Promise<AuditRow | undefined> =>
  executor
    .selectFrom('audit_events')
    .selectAll()
    .where('organization', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();

/** A document that events refer to, with what the visibility rule needs. */
export interface AuditedRecord {
  readonly id: string;
  readonly group: string;
  readonly scope: Scope;
  readonly authors: readonly string[];
  readonly createdBy: string;
  readonly ready: boolean;
  readonly published: boolean;
  readonly binned: boolean;
  readonly title: string;
  readonly publishedTitle: string | null;
}

/**
 * Documents by their ids, those in the bin included. One that was deleted for good has no row. Does not check
 * visibility: callers must do so.
 */
export async function findAuditedRecords(
  executor: Executor,
  organization: string,
  ids: readonly string[],
): Promise<Map<string, AuditedRecord>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<AuditedRecord>`
    select w.record_id as id, w.group_id as group, w.scope, w.authors, w.created_by as "createdBy", w.ready, w.title,
      w.deleted as binned, p.record_id is not null as published, p.title as "publishedTitle"
    from record_faces w
    left join record_faces p on p.record_id = w.record_id and p.face = 'published'
    where w.organization = ${organization}::uuid and w.face = 'working'
      and w.record_id = any(${`{${ids.join(',')}}`}::uuid[])`.execute(executor);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What was written into the trail when documents were deleted for good. */
export async function findPurged(
  executor: Executor,
  organization: string,
  ids: readonly string[],
): Promise<Map<string, { title: string; scope: string | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .selectFrom('audit_events')
    .select(['target_id', 'before'])
    .where('organization', '=', organization)
    .where('action', '=', 'record.purge')
    .where('target_id', 'in', [...ids])
    .execute();
  return new Map(
    rows.map((row) => {
      const before = (row.before ?? {}) as { title?: string; scope?: string };
      return [row.target_id, { title: before.title ?? '', scope: before.scope ?? null }];
    }),
  );
}
