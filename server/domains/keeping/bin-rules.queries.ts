import { type RawBuilder, sql } from 'kysely';
import { STATE } from '#shared/access/states.ts';
import type { RetainedUntil } from '#shared/keeping/retention.ts';
import { DEFAULT_SETTINGS } from '#shared/organization/settings.ts';
import type { Day } from '#shared/platform/days.ts';

/* Conditions for what keeps a document and until when, over `records r` and `organizations o`. */

/** The day of a moment in the time zone of the organization `o`. */
const dayOf = (moment: RawBuilder<unknown>): RawBuilder<Day> =>
  sql<Day>`(${moment} at time zone (select z.timezone from organizations z where z.id = r.organization))::date`;

/**
 * The days of the events that a period is counted from, for a face `f` of a record `r`. A version that was uploaded as
 * published or obsolete has no decision: then the moment when its bytes arrived counts.
 */
export const EVENT_DAYS = {
  creation: sql<Day>`greatest(f.date, ${dayOf(sql`r.created_at`)})`,
  issue: sql<Day | null>`f.issued_on`,
  publication: dayOf(sql`(
    select max(coalesce(
      (select max(w.at) from reviews w
        where w.record_id = v.record_id and w.version_id = v.id and w.to_state = ${sql.lit(STATE.published)}),
      v.ready_at))
    from versions v where v.record_id = r.id and v.was_published)`),
  expiry: sql<Day | null>`f.expires_on`,
  // A reopened document is obsolete no more, so its period has not begun.
  obsolescence: sql<Day | null>`case when f.state = ${sql.lit(STATE.obsolete)} then ${dayOf(sql`coalesce(
    (select max(w.at) from reviews w where w.record_id = r.id and w.to_state = ${sql.lit(STATE.obsolete)}),
    (select v.ready_at from versions v where v.id = f.version_id), r.created_at)`)} end`,
} as const;

const began = sql.join(
  Object.entries(EVENT_DAYS).map(([event, day]) => sql`when ${sql.lit(event)} then ${day}`),
  sql` `,
);

/**
 * Until when a document type `t` keeps a face `f` of a record `r`. The same rule as `retainedUntil`
 * (shared/keeping/retention.ts), with the same words, which compare by their bytes.
 */
const until = sql<RetainedUntil | null>`(case t.retention
  when 'forever' then 'forever'
  when 'period' then coalesce((
    select to_char(least(e.began + make_interval(months => t.retention_months), timestamp '9999-12-31'), 'YYYY-MM-DD')
    from (select case t.retention_from ${began} end as began) e where e.began is not null), 'awaited')
  end) collate "C"`;

const prolonged = sql<Day | null>`to_char(r.retain_until, 'YYYY-MM-DD') collate "C"`;

/** Until when a document `r` must be kept: the longest of both faces' types and of what an admin decided. */
export const retainedUntil = sql<RetainedUntil | null>`greatest((
  select max(${until}) from record_faces f join document_types t on t.id = f.document_type
  where f.record_id = r.id and t.retention <> 'none'), ${prolonged})`;

/**
 * Whether a document `r` in the bin is kept on a day. For a whole bin at once: documents of a type that keeps are found
 * first, and are usually few.
 * @param organization null for all organizations
 */
export const isRetained = (
  today: Day,
  organization: string | null,
): RawBuilder<boolean> => sql<boolean>`(coalesce(${prolonged} > ${today}, false) or r.id in (
  select r.id from document_types t
  join record_faces f on f.organization = t.organization and f.document_type = t.id
  join records r on r.id = f.record_id
  where t.retention <> 'none' and r.deleted_at is not null
    ${organization === null ? sql`` : sql`and t.organization = ${organization}::uuid`} and ${until} > ${today}))`;

/** When its days in the bin are over (docs/domain/retention.md). */
export const purgeAt: RawBuilder<Date> = sql<Date>`r.deleted_at
  + make_interval(days => coalesce((o.settings ->> 'binDays')::int, ${sql.lit(DEFAULT_SETTINGS.binDays)}))`;
