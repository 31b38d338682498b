import { sql } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
import type { DueDays } from './report.queries.ts';

/** A document that is linked to a due day, or was until it was taken away. */
export interface ReportedLink {
  readonly occurrence: string;
  readonly record: string;
  readonly version: string;
  readonly linked_at: Date;
  readonly accepted_at: Date | null;
  /** Null while it is linked. */
  readonly taken_at: Date | null;
  readonly number: number | null;
  readonly sha256: string | null;
  /** Whether the document and this version still exist. */
  readonly there: boolean;
  /** Whether readers were ever served this version. */
  readonly served: boolean;
}

/**
 * Everything that was ever linked to these due days, in order. Does not check which documents the reader sees: callers must do
 * so.
 */
export async function findReportedLinks(
  executor: Executor,
  { organization, obligations, from, to }: DueDays,
  limit: number,
): Promise<ReportedLink[]> {
  const { rows } = await sql<ReportedLink>`
    select o.id as occurrence, e.record_id as record, e.version_id as version, e.linked_at, e.accepted_at, e.taken_at,
      v.number, v.sha256, coalesce(v.status = 'ready' and not v.discarded and r.deleted_at is null, false) as there,
      coalesce(v.was_published and not v.conflict, false) as served
    from occurrences o
    join (
      select occurrence_id, record_id, version_id, linked_at, accepted_at, null::timestamptz as taken_at
      from occurrence_evidence
      union all
      select occurrence_id, record_id, version_id, linked_at, accepted_at, taken_at from occurrence_evidence_taken
    ) e on e.occurrence_id = o.id
    left join versions v on v.id = e.version_id left join records r on r.id = e.record_id
    where o.organization = ${organization}::uuid and o.due_on between ${from}::date and ${to}::date
      and o.obligation_id = any(${`{${obligations.join(',')}}`}::uuid[])
    order by o.due_on, o.id, e.linked_at, e.version_id
    limit ${limit}
  `.execute(executor);
  return rows;
}
