import { type ChangeSince, type Counted, daysLate, decisionAsOf } from '#shared/calendars/report.ts';
import { statusOn } from '#shared/calendars/status.ts';
import { addDays, addMonths, type Day, dayIn } from '#shared/platform/days.ts';
import type { ReportQuery } from '#shared/report/report.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { invalid } from '../../platform/errors.ts';
import {
  type Decided,
  findDecisionsBy,
  findObligationPasts,
  findReportedEvidence,
  findReportedObligations,
  findReportedOccurrences,
  type ReportedEvidence,
  type ReportedObligation,
  type ReportedOccurrence,
} from './report.queries.ts';
import type { ReportFrame, ReportScope } from './report-scope.ts';
import { t } from './texts.ts';

/** Maximum number of due days in one report: more would make every other call wait. */
export const REPORT_DUE_DAYS_MAX = 50_000;

/** A due day as it stood on the day of the report. */
export interface DueDay extends Counted {
  readonly id: string;
  readonly period: string;
  readonly completedOn: Day | null;
  readonly daysLate: number | null;
  /** Why it does not apply, or what was noted by who met it. */
  readonly reason: string;
  /** What became of it since the end of the month before. */
  readonly change?: ChangeSince | undefined;
  readonly rev: number;
}

export interface ReportedDueDays {
  readonly obligation: ReportedObligation;
  readonly dueDays: readonly DueDay[];
}

/**
 * Obligations with their due days of the period, in any status; of a past day those that were known then.
 * @throws invalid where there are too many
 */
export async function loadDueDays(
  executor: Executor,
  actor: Actor,
  query: Pick<ReportQuery, 'calendar' | 'responsible'>,
  { asked }: ReportScope,
  frame: ReportFrame,
  now: Date,
): Promise<ReportedDueDays[]> {
  const past = frame.moment && { day: frame.asOf, moment: frame.moment };
  const calendars = query.calendar && { calendars: query.calendar };
  const known = await findReportedObligations(executor, actor.organization, { ...calendars }, past);
  const inScope = known.filter(({ groups }) => asked === null || groups.some((group) => asked.has(group)));
  const obligations = (await asTheyWere(executor, actor.organization, inScope, frame.moment)).filter(
    ({ responsible, backup }) =>
      !query.responsible?.length || query.responsible.some((id) => id === responsible || id === backup),
  );
  const wanted = {
    organization: actor.organization,
    obligations: obligations.map(({ id }) => id),
    from: `${frame.from}-01`,
    to: addDays(addMonths(`${frame.to}-01`, 1), -1),
  };
  const rows = await findReportedOccurrences(executor, wanted, past, REPORT_DUE_DAYS_MAX + 1);
  if (rows.length > REPORT_DUE_DAYS_MAX) {
    throw invalid('to', t('tooMany'));
  }
  const evidence = frame.moment ? await findReportedEvidence(executor, wanted) : null;
  const decided = frame.moment ? await findDecisionsBy(executor, wanted, frame.asOf) : null;
  const of = Map.groupBy(rows, (row) => row.obligation_id);
  return obligations.flatMap((obligation) => {
    const on = frame.today ? dayIn(obligation.timezone, now) : frame.asOf;
    const { until } = obligation;
    const dueDays = (of.get(obligation.id) ?? [])
      .filter((row) => until === null || row.due_on <= until)
      .map((row) => {
        const known = decided?.get(row.id);
        // Of what is open today and was never decided about, nothing had been decided on any day.
        const isKnown = known !== undefined || row.decision === 'open';
        if (decided && isKnown) return dueDayOf(obligation, row, on, known ?? OPEN);
        return dueDayOf(
          obligation,
          row,
          on,
          evidence && inferred(obligation, row, on, evidence.get(row.id) ?? []),
        );
      });
    return dueDays.length > 0 ? [{ obligation, dueDays }] : [];
  });
}

/**
 * Obligations as they were on a past day: whoever answers for one today did not answer for what was due before it was
 * given to them. @param moment the end of that day; null for today
 */
async function asTheyWere(
  executor: Executor,
  organization: string,
  obligations: readonly ReportedObligation[],
  moment: Date | null,
): Promise<readonly ReportedObligation[]> {
  if (moment === null) return obligations;
  const ids = obligations.map(({ id }) => id);
  const pasts = await findObligationPasts(executor, organization, ids, moment);
  return obligations.map((obligation) => ({ ...obligation, ...pasts.get(obligation.id) }));
}

const OPEN: Decided = { decision: 'open', completedOn: null, note: '' };

/** @param past what had been decided by a past day; null for today */
function dueDayOf(
  { lead_days: leadDays }: ReportedObligation,
  row: ReportedOccurrence,
  on: Day,
  past: Decided | null,
): DueDay {
  const { id, period, due_on: dueOn, rev } = row;
  const decided = past ?? { decision: row.decision, completedOn: row.completed_on, note: row.note };
  const { decision, completedOn, note } = decided;
  const counted = { dueOn, on, status: statusOn({ decision, dueOn, completedOn, leadDays }, on) };
  return {
    ...{ id, period, rev, completedOn, ...counted },
    daysLate: daysLate(counted, completedOn),
    reason: decision === 'open' || decision === 'submitted' ? '' : note,
  };
}

/** What had been decided by a past day about a due day of which nothing was ever decided here, as those of a demo. */
function inferred(
  { timezone }: ReportedObligation,
  row: ReportedOccurrence,
  on: Day,
  evidence: readonly ReportedEvidence[],
): Decided {
  const dayOf = (moment: Date | null): Day | null => moment && dayIn(timezone, moment);
  const kept = {
    decision: row.decision,
    completedOn: row.completed_on,
    minCount: row.min_count,
    decidedOn: dayOf(row.decided_at),
    evidence: evidence.map((each) => ({
      linkedOn: dayIn(timezone, each.linked_at),
      acceptedOn: dayOf(each.accepted_at),
    })),
  };
  const then = decisionAsOf(kept, on);
  return { ...then, note: then.decision === row.decision ? row.note : '' };
}
