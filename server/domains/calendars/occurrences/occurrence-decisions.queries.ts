import { sql, type Transaction, type Updateable } from 'kysely';
import type { Day } from '#shared/platform/days.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { OccurrencesTable } from '../../../platform/db/tables/calendars.ts';
import { updateOccurrence } from './occurrences.queries.ts';

/**
 * Keeps what was decided about a due day so far, where nothing is kept yet: it was decided when it was made, as those of a
 * demo are. Call it before something is taken away that tells since when.
 */
export async function beginDecisions(trx: Transaction<Schema>, id: string): Promise<void> {
  await sql`
    insert into occurrence_decisions (occurrence_id, on_day, decision, completed_on, note)
    select o.id,
      coalesce(o.completed_on, (o.decided_at at time zone c.timezone)::date,
        (select min(e.linked_at at time zone c.timezone)::date from occurrence_evidence e where e.occurrence_id = o.id),
        (o.created_at at time zone c.timezone)::date),
      o.decision, o.completed_on, o.note
    from occurrences o join calendars c on c.id = o.calendar_id
    where o.id = ${id}::uuid and o.decision <> 'open'
      and not exists (select from occurrence_decisions d where d.occurrence_id = o.id)`.execute(trx);
}

/**
 * Decides about a due day whose row is locked, and keeps since when. What somebody says was met on an earlier day holds from
 * that day on.
 * @param today in the calendar's time zone
 */
export async function decideOccurrence(
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<OccurrencesTable> & Pick<OccurrencesTable, 'decision'>,
  today: Day,
): Promise<void> {
  await beginDecisions(trx, id);
  await updateOccurrence(trx, id, set);
  const { decision, completed_on = null, note = '' } = set;
  const days = [...new Set([completed_on ?? today, today])];
  await trx
    .insertInto('occurrence_decisions')
    .values(days.map((on_day) => ({ occurrence_id: id, on_day, decision, completed_on, note })))
    .onConflict((conflict) =>
      conflict.columns(['occurrence_id', 'on_day']).doUpdateSet({ decision, completed_on, note }),
    )
    .execute();
}
