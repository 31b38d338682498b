import { type Counted, decisionAsOf } from '#shared/calendars/report.ts';
import { statusOn } from '#shared/calendars/status.ts';
import { addDays, addMonths, type Day, dayIn } from '#shared/platform/days.ts';
import type { ReportQuery } from '#shared/report/report.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { invalid } from '../../platform/errors.ts';
import {
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
  readonly rev: number;
}

export interface ReportedDueDays {
  readonly obligation: ReportedObligation;
  readonly dueDays: readonly DueDay[];
}

/** Obligations with their due days of the period, in any status. @throws invalid where there are too many */
export async function loadDueDays(
  executor: Executor,
  actor: Actor,
  query: Pick<ReportQuery, 'calendar' | 'responsible'>,
  { asked }: ReportScope,
  frame: ReportFrame,
  now: Date,
): Promise<ReportedDueDays[]> {
  const obligations = (
    await findReportedObligations(executor, actor.organization, {
      ...(query.calendar && { calendars: query.calendar }),
      ...(query.responsible && { responsible: query.responsible }),
    })
  ).filter(({ groups }) => asked === null || groups.some((group) => asked.has(group)));
  const wanted = {
    organization: actor.organization,
    obligations: obligations.map(({ id }) => id),
    from: `${frame.from}-01`,
    to: addDays(addMonths(`${frame.to}-01`, 1), -1),
  };
  const rows = await findReportedOccurrences(executor, wanted, REPORT_DUE_DAYS_MAX + 1);
  if (rows.length > REPORT_DUE_DAYS_MAX) {
    throw invalid('to', t('tooMany'));
  }
  const evidence = frame.moment ? await findReportedEvidence(executor, wanted) : null;
  const of = Map.groupBy(rows, (row) => row.obligation_id);
  return obligations.flatMap((obligation) => {
    const on = frame.today ? dayIn(obligation.timezone, now) : frame.asOf;
    const { until } = obligation;
    const dueDays = (of.get(obligation.id) ?? [])
      .filter((row) => until === null || row.due_on <= until)
      .map((row) => dueDayOf(obligation, row, on, evidence && (evidence.get(row.id) ?? [])));
    return dueDays.length > 0 ? [{ obligation, dueDays }] : [];
  });
}

/** @param evidence as it was on a past day; null for today, where the stored evidence counts */
function dueDayOf(
  { timezone, lead_days: leadDays, min_count: minCount }: ReportedObligation,
  row: ReportedOccurrence,
  on: Day,
  evidence: readonly ReportedEvidence[] | null,
): DueDay {
  const { id, period, due_on: dueOn, rev } = row;
  const dayOf = (moment: Date | null): Day | null => moment && dayIn(timezone, moment);
  const kept = { decision: row.decision, completedOn: row.completed_on };
  const { decision, completedOn } = evidence
    ? decisionAsOf(
        {
          ...kept,
          minCount,
          decidedOn: dayOf(row.decided_at),
          evidence: evidence.map((each) => ({
            linkedOn: dayIn(timezone, each.linked_at),
            acceptedOn: dayOf(each.accepted_at),
          })),
        },
        on,
      )
    : kept;
  return {
    id,
    period,
    dueOn,
    rev,
    on,
    completedOn,
    status: statusOn({ decision, dueOn, completedOn, leadDays }, on),
  };
}
