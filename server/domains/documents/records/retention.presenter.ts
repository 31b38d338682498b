import type { Retention } from '#shared/keeping/keeping.schemas.ts';
import { isKept, longest, retainedUntil } from '#shared/keeping/retention.ts';
import type { Day } from '#shared/platform/days.ts';
import type { ActingUser } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { SeenRecord } from '../faces/faces.queries.ts';
import { findSchedules } from './retention.queries.ts';

/**
 * Until when a document is kept, and by what. Readers are told by what is published alone: they may not learn the
 * working copy's type and dates.
 */
export async function presentRetention(
  executor: Executor,
  viewer: ActingUser,
  { record, face }: SeenRecord,
  today: Day,
): Promise<Retention | null> {
  const seen = (await findSchedules(executor, record.id)).filter(
    (each) => face.face === 'working' || each.face === 'published',
  );
  const untils = seen.map((each) => retainedUntil(each, each.facts));
  const byType = longest(untils);
  const until = longest([byType, record.retain_until]);
  if (until === null) return null;
  const ruling = byType === null ? undefined : seen[untils.indexOf(byType)];
  const prolonged = until !== byType;
  return {
    until,
    over: !isKept(until, today),
    type: ruling?.type ?? null,
    months: ruling?.months ?? null,
    from: ruling?.from ?? null,
    basis: ruling?.basis ?? null,
    prolonged,
    reason: prolonged && viewer.isAdmin ? record.retain_reason : null,
  };
}
