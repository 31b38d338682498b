import { addDays, addMonths, dayIn } from '#shared/platform/days.ts';
import type { OccurrenceEvidence, ReportEvidence } from '#shared/report/report.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { findSeenTitles } from '../calendars/evidence/occurrence-evidence.queries.ts';
import type { ReportedDueDays } from './report-due-days.ts';
import { findReportedLinks } from './report-evidence.queries.ts';
import type { ReportFrame } from './report-scope.ts';

/** Maximum number of links that are read for one file, or for one snapshot. */
export const REPORT_EVIDENCE_MAX = 20_000;

/** A document with what masks it for readers of a snapshot. */
export interface LoadedEvidence extends ReportEvidence {
  /** Whether readers were ever served this version. */
  readonly served: boolean;
}

export interface LoadedEvidences {
  readonly items: readonly (Omit<OccurrenceEvidence, 'shown'> & { readonly shown: LoadedEvidence[] })[];
  /** There are more than one file holds. */
  readonly more: boolean;
}

/**
 * The documents that were linked to due days on the day of the report, those included that were taken away since. They are
 * named by the titles that the actor sees today; of the others it says only how many there are (docs/domain/calendars.md).
 */
export async function loadEvidence(
  executor: Executor,
  actor: Actor,
  dueDays: readonly ReportedDueDays[],
  frame: ReportFrame,
): Promise<LoadedEvidences> {
  const found = await findReportedLinks(
    executor,
    {
      organization: actor.organization,
      obligations: dueDays.map(({ obligation }) => obligation.id),
      from: `${frame.from}-01`,
      to: addDays(addMonths(`${frame.to}-01`, 1), -1),
    },
    REPORT_EVIDENCE_MAX + 1,
  );
  const zones = new Map(
    dueDays.flatMap((each) => each.dueDays.map(({ id, on }) => [id, { zone: each.obligation.timezone, on }])),
  );
  const links = found.slice(0, REPORT_EVIDENCE_MAX).flatMap((link) => {
    const at = zones.get(link.occurrence);
    if (!at) return [];
    const linkedOn = dayIn(at.zone, link.linked_at);
    const acceptedOn = link.accepted_at && dayIn(at.zone, link.accepted_at);
    const taken = link.taken_at && (frame.today || dayIn(at.zone, link.taken_at) <= at.on);
    if (linkedOn > at.on || taken) return [];
    return [{ ...link, linkedOn, acceptedOn: acceptedOn && acceptedOn <= at.on ? acceptedOn : null }];
  });
  const there = links.filter((link) => link.there).map(({ record }) => record);
  const titles = await findSeenTitles(executor, actor, there);
  const items = [...Map.groupBy(links, ({ occurrence }) => occurrence)].map(([occurrence, all]) => {
    const shown = all.flatMap((link): LoadedEvidence[] => {
      const seen = link.there ? titles.get(link.record) : undefined;
      if (!seen || !(seen.working || link.served)) return [];
      return [
        {
          version: link.version,
          record: { _id: link.record, title: seen.title },
          number: link.number,
          sha256: link.sha256,
          linkedOn: link.linkedOn,
          acceptedOn: link.acceptedOn,
          served: link.served,
        },
      ];
    });
    return { occurrence, shown, hidden: all.length - shown.length };
  });
  return { items, more: found.length > REPORT_EVIDENCE_MAX };
}
