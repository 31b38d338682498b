import { type RawBuilder, sql } from 'kysely';
import { TIME_ZONE } from '#shared/domain/limits.ts';
import { DEFAULT_SETTINGS } from '#shared/domain/settings.ts';

/* What keeps a document in the bin, and until when: over `records r` and `organizations o`. */

/**
 * Until when a document type keeps a document: its years from the document's own day or from when it came here, whichever
 * is later. Over a face `f`, its type `t` and its record `r`.
 */
const until = sql<Date>`(greatest(f.date, (r.created_at at time zone ${sql.lit(TIME_ZONE)})::date)
  + make_interval(years => t.retention_years))::timestamp at time zone ${sql.lit(TIME_ZONE)}`;

/** Until when a document `r` must be kept: by the types of both faces, the later one. */
export const retainedUntil = sql<Date | null>`(
  select max(${until}) from record_faces f join document_types t on t.id = f.document_type
  where f.record_id = r.id and t.retention_years is not null)`;

/**
 * A document type keeps `r` at a moment. Asked of a whole bin at once: those that have such a type are found first, and are
 * few as a rule.
 * @param organization null for those of all
 */
export const isRetained = (
  at: Date,
  organization: string | null,
): RawBuilder<boolean> => sql<boolean>`r.id in (
  select r.id from document_types t
  join record_faces f on f.organization = t.organization and f.document_type = t.id
  join records r on r.id = f.record_id
  where t.retention_years is not null and r.deleted_at is not null
    ${organization === null ? sql`` : sql`and t.organization = ${organization}::uuid`} and ${until} > ${at})`;

/** When its days in the bin are over (domain: the settings). */
export const purgeAt: RawBuilder<Date> = sql<Date>`r.deleted_at
  + make_interval(days => coalesce((o.settings ->> 'binDays')::int, ${sql.lit(DEFAULT_SETTINGS.binDays)}))`;
