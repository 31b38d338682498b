import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';

/** A claimed review request, as far as it matters which of several is mailed. */
export interface Gathered {
  readonly id: string;
  readonly from_user: string | null;
  readonly comment: string;
  readonly due_on: string | null;
}

/**
 * When the person of a notification was last mailed of new versions of its document.
 * @param before later than now; whatever is later still was mailed while the server's clock was wrong
 */
export async function lastMailedAbout(
  trx: Transaction<Schema>,
  notification: string,
  { since, before }: { readonly since: Date; readonly before: Date },
): Promise<Date | null> {
  const { rows } = await sql<{ last: Date | null }>`
    select max(n.mailed_at) as last
    from notifications about
    join notifications n on n.user_id = about.user_id and n.record_id = about.record_id
    where about.id = ${notification} and n.type in ('RECORD.CREATED', 'RECORD.REVIEW.REQUEST')
      and n.mailed_at > ${since} and n.mailed_at < ${before}`.execute(trx);
  return rows[0]?.last ?? null;
}

/**
 * Claims every request about the same document that came by sync, was not mailed to this person yet and still asks
 * something: whoever dismissed one, or decided on its version, needs no mail. Of several calls one gets each of them.
 * @returns newest first
 */
export async function claimGathered(
  trx: Transaction<Schema>,
  notification: string,
  at: Date,
): Promise<readonly Gathered[]> {
  const { rows } = await sql<Gathered & { created_at: Date }>`
    update notifications n set mailed_at = ${at}
    from notifications about, versions v
    where about.id = ${notification} and n.user_id = about.user_id and n.record_id = about.record_id
      and n.type = 'RECORD.REVIEW.REQUEST' and n.mailed_at is null and n.digest_on is null and n.dismissed_at is null
      and v.id = n.version_id and v.origin = 'sync'
      and not exists (select 1 from reviews r where r.version_id = n.version_id)
    returning n.id, n.from_user, n.comment, n.due_on, n.created_at`.execute(trx);
  return rows.sort((a, b) => b.created_at.getTime() - a.created_at.getTime());
}
