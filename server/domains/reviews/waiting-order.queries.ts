import { type RawBuilder, sql } from 'kysely';
import { STATE } from '#shared/access/states.ts';
import { settingsInForce } from '#shared/organization/settings.ts';
import { addDays, type Day } from '#shared/platform/days.ts';
import type { Executor } from '../../platform/db/change.ts';
import { findOrganization } from '../organization/organizations.queries.ts';

/*
 * The order of what waits for somebody, everywhere (decision 0098): overdue first, then what is due soonest, then what
 * has waited longest in its state.
 */

/** Sorts after every day. */
export const NO_DAY = '9999-12-31';

/** What readers are served of the document `of`, where anything is published; joined as `p`. */
export const served = (of: RawBuilder<unknown>) => sql`
  record_faces p on p.record_id = ${of} and p.face = 'published' and p.state = ${sql.lit(STATE.published)}`;

/** Documents that expire by this day are told of, as the organization wants to be warned. */
export async function warnedUntil(executor: Executor, organization: string, today: Day): Promise<Day> {
  const { settings } = await findOrganization(executor, organization);
  return addDays(today, Math.max(0, ...settingsInForce(settings).reminderLeadDays));
}

/** Since when a document's version waits in its state, in milliseconds since 1970. `of` has the columns of what waits. */
export const waitingSince = (of: RawBuilder<unknown>) => sql`(extract(epoch from coalesce(
  (select max(at) from reviews v where v.record_id = ${of}.record and v.version_id = ${of}.version
    and v.to_state = ${of}.state),
  (select ready_at from versions v where v.id = ${of}.version), ${of}.updated_at)) * 1000)::bigint`;
