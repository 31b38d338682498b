import { sql } from 'kysely';
import type { Face, Viewer } from '#shared/access/visibility.ts';
import type { RetentionFacts, RetentionSchedule } from '#shared/keeping/retention.ts';
import type { Day } from '#shared/platform/days.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { visibleFaceCondition } from '../../access/visibility.policy.ts';
import { EVENT_DAYS, retainedUntil } from '../../keeping/bin-rules.queries.ts';
import { heldTables, isHeld } from '../../keeping/holds.queries.ts';

/* For how long documents are kept: for one document, and those whose period is over. */

export interface FaceSchedule extends RetentionSchedule {
  readonly face: Face;
  readonly type: string;
  readonly basis: string | null;
  readonly facts: RetentionFacts;
}

/** The document types by which a document is kept, the working copy's first. Types that keep nothing are left out. */
export async function findSchedules(executor: Executor, record: string): Promise<FaceSchedule[]> {
  const { rows } = await sql<Omit<FaceSchedule, 'facts'> & RetentionFacts>`
    select f.face, t.name as type, t.retention, t.retention_months as months, t.retention_from as from,
      t.retention_basis as basis, ${EVENT_DAYS.creation} as creation, ${EVENT_DAYS.issue} as issue,
      ${EVENT_DAYS.publication} as publication, ${EVENT_DAYS.expiry} as expiry,
      ${EVENT_DAYS.obsolescence} as obsolescence
    from records r join record_faces f on f.record_id = r.id join document_types t on t.id = f.document_type
    where r.id = ${record}::uuid and t.retention <> 'none' order by f.face desc`.execute(executor);
  return rows.map(({ creation, issue, publication, expiry, obsolescence, ...schedule }) => ({
    ...schedule,
    facts: { creation, issue, publication, expiry, obsolescence },
  }));
}

export interface EndedRow {
  readonly id: string;
  readonly until: Day;
  readonly group_id: string;
  readonly group_name: string;
  readonly folder_name: string | null;
  /** Null where the document is closed to this viewer. */
  readonly title: string | null;
  readonly name: string | null;
  readonly file_type: string | null;
  readonly size: number | null;
  readonly type: string | null;
  readonly months: number | null;
  readonly from: RetentionSchedule['from'] | null;
  readonly prolonged: boolean;
  readonly held: boolean;
}

/** A page of the documents whose period is over on a day, the longest over first. Those in the bin are left out. */
export async function findEnded(
  executor: Executor,
  viewer: Viewer,
  today: Day,
  page: { after: { until: Day; id: string } | null; limit: number },
): Promise<EndedRow[]> {
  const { after, limit } = page;
  const { rows } = await sql<EndedRow>`
    with recursive ${heldTables(viewer.organization, today)},
    judged as (
      select r.id, ${retainedUntil} as until from records r
      where r.organization = ${viewer.organization}::uuid and r.deleted_at is null and r.ready and r.id in (
        select f.record_id from document_types t
        join record_faces f on f.organization = t.organization and f.document_type = t.id
        where t.organization = ${viewer.organization}::uuid and t.retention = 'period')),
    ended as (
      select id, until from judged where until collate "C" <= ${today}
        ${after ? sql`and (until collate "C", id) > (${after.until}, ${after.id}::uuid)` : sql``}
      order by until collate "C", id limit ${sql.lit(limit)})
    select r.id, e.until, r.group_id, g.name as group_name, d.name as folder_name, f.title, f.name, f.file_type, f.size,
      t.name as type, t.retention_months as months, t.retention_from as from,
      coalesce(to_char(r.retain_until, 'YYYY-MM-DD') = e.until, false) as prolonged, ${isHeld} as held
    from ended e join records r on r.id = e.id
    join groups g on g.id = r.group_id
    left join folders d on d.id = r.folder_id
    left join record_faces f on f.record_id = r.id and ${visibleFaceCondition(viewer)}
    left join document_types t on t.id = f.document_type and t.retention = 'period'
    order by e.until collate "C", e.id`.execute(executor);
  return rows;
}

/** Until when a document must be kept, or null where nothing keeps it. Does not check visibility. */
export async function findUntil(executor: Executor, record: string): Promise<string | null> {
  const { rows } = await sql<{ until: string | null }>`
    select ${retainedUntil} as until from records r where r.id = ${record}::uuid`.execute(executor);
  return rows[0]?.until ?? null;
}
