import type { Day } from '../platform/days.ts';
import { type Decision, OCCURRENCE_STATUSES, type OccurrenceStatus } from './status.ts';

/** A due day as the report counts it. */
export interface Counted {
  readonly dueOn: Day;
  readonly status: OccurrenceStatus;
  /** The day that it is asked about, where its calendar is. */
  readonly on: Day;
}

/** So many of so many. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

export interface Totals {
  readonly met: Share;
  readonly onTime: Share;
  readonly overdue: Share;
  readonly inReview: Share;
  readonly remaining: Share;
  readonly notApplicable: number;
}

/**
 * What of the due days was met ("cumplidos de exigibles a la fecha", the rest apart). The day alone decides on which
 * side one stands: what was met before it is due counts among the remaining until its day comes, else doing next year's
 * work today would lift the share of this year's.
 *
 * With `open` for those that are due this very day and not met yet, which are late for nothing: met + overdue +
 * inReview + open = due, and due + remaining + notApplicable = all.
 */
export function totalsOf(all: readonly Counted[]): Totals {
  let [due, onTime, late, overdue, inReview, remaining, notApplicable] = [0, 0, 0, 0, 0, 0, 0];
  for (const each of all) {
    // What was waived or cancelled is asked of nobody: it is due on no day.
    if (each.status === 'waived') notApplicable += 1;
    else if (each.dueOn > each.on) remaining += 1;
    else {
      due += 1;
      if (each.status === 'done') onTime += 1;
      else if (each.status === 'late') late += 1;
      else if (each.status === 'overdue') overdue += 1;
      else if (each.status === 'submitted') inReview += 1;
    }
  }
  return {
    met: { count: onTime + late, of: due },
    onTime: { count: onTime, of: onTime + late },
    overdue: { count: overdue, of: due },
    inReview: { count: inReview, of: due },
    remaining: { count: remaining, of: due + remaining },
    notApplicable,
  };
}

/** `YYYY-MM`. */
export type Month = string;
export const monthOf = (day: Day): Month => day.slice(0, 7);

/** From the first to the last, both included. */
export function monthsBetween(from: Month, to: Month): Month[] {
  const number = (month: Month): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
  const first = number(from);
  return Array.from({ length: Math.max(0, number(to) - first + 1) }, (_, at) => {
    const month = first + at;
    return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** Due days of each month by status; a month without any has them all at nothing. */
export function monthCounts(
  all: readonly Pick<Counted, 'dueOn' | 'status'>[],
  from: Month,
  to: Month,
): { month: Month; counts: Record<OccurrenceStatus, number> }[] {
  const none = (): Record<OccurrenceStatus, number> =>
    Object.fromEntries(OCCURRENCE_STATUSES.map((status) => [status, 0])) as Record<OccurrenceStatus, number>;
  const months = monthsBetween(from, to).map((month) => ({ month, counts: none() }));
  const byMonth = new Map(months.map(({ month, counts }) => [month, counts]));
  for (const { dueOn, status } of all) {
    const counts = byMonth.get(monthOf(dueOn));
    if (counts) counts[status] += 1;
  }
  return months;
}

/** What a cell of several due days shows: what asks most for somebody to do something. */
const WORST: readonly OccurrenceStatus[] = [
  'overdue',
  'today',
  'submitted',
  'upcoming',
  'pending',
  'late',
  'done',
  'waived',
];

export function worstStatus(all: readonly OccurrenceStatus[]): OccurrenceStatus | null {
  const there = new Set(all);
  return WORST.find((status) => there.has(status)) ?? null;
}

/** What is kept of a due day, moments as the days that they were where its calendar is. */
export interface Kept {
  readonly decision: Decision;
  readonly completedOn: Day | null;
  readonly decidedOn: Day | null;
  readonly minCount: number;
  readonly evidence: readonly { readonly linkedOn: Day; readonly acceptedOn: Day | null }[];
}

/**
 * What was decided of a due day at the end of a day that is over, from what is kept today. What leaves no mark cannot be
 * worked out again: a decision that was taken back since, a document that was taken away, how many the obligation asked
 * for then, and a due day that is gone. The audit trail has those, one by one.
 */
export function decisionAsOf(kept: Kept, asOf: Day): { decision: Decision; completedOn: Day | null } {
  const { decision, completedOn, decidedOn, minCount, evidence } = kept;
  const setAside = decision === 'waived' || decision === 'cancelled';
  if (setAside && decidedOn !== null && decidedOn <= asOf) return { decision, completedOn: null };
  if (decision === 'done' && completedOn !== null && completedOn <= asOf) return { decision, completedOn };
  if (minCount === 0) return { decision: 'open', completedOn: null };
  // Met then by documents, whatever became of them since; and handed in where there were any.
  const accepted = evidence
    .flatMap((each) => (each.acceptedOn !== null && each.acceptedOn <= asOf ? [each.acceptedOn] : []))
    .sort();
  const last = accepted[minCount - 1];
  if (last !== undefined) return { decision: 'done', completedOn: last };
  const shown = evidence.some(({ linkedOn }) => linkedOn <= asOf);
  return { decision: shown ? 'submitted' : 'open', completedOn: null };
}
