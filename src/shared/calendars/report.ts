import type { Day } from '../platform/days.ts';
import { type Decision, OCCURRENCE_STATUSES, type OccurrenceStatus } from './status.ts';

/** A due day as the report counts it. */
export interface Counted {
  readonly dueOn: Day;
  readonly status: OccurrenceStatus;
  /** The day of the report, in its calendar's time zone. */
  readonly on: Day;
}

/** A number of a total. */
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
 * Counts the due days that were met ("cumplidos de exigibles a la fecha", the rest apart). The due day alone decides
 * whether one counts as due or as remaining: otherwise doing next year's work today would raise this year's share.
 * With `open` for those that are due on the day itself and not met yet, which are not late: met + overdue + inReview +
 * open = due, and due + remaining + notApplicable = all.
 */
export function totalsOf(all: readonly Counted[]): Totals {
  let [due, onTime, late, overdue, inReview, remaining, notApplicable] = [0, 0, 0, 0, 0, 0, 0];
  for (const each of all) {
    // A waived or cancelled one is not due on any day.
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

const daysFrom = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/**
 * By how many days a due day was met late, or is late on the day of a report; null where it is in time, or is not asked for.
 * What is in review is late all the same until it is accepted.
 */
export function daysLate({ status, dueOn, on }: Counted, completedOn: Day | null): number | null {
  if (status === 'late' && completedOn !== null) return daysFrom(dueOn, completedOn);
  const open = status === 'overdue' || status === 'submitted';
  return open && dueOn < on ? daysFrom(dueOn, on) : null;
}

/** What became of a due day since another day: it was late and is met now, or it is overdue now and was not. */
export const CHANGES_SINCE = ['caughtUp', 'overdue'] as const;
export type ChangeSince = (typeof CHANGES_SINCE)[number];

/** @param then the due day on the earlier day; undefined where it was not in the report of that day */
export function changeSince(then: Counted | undefined, now: Counted): ChangeSince | null {
  const wasOverdue = then?.status === 'overdue';
  if (now.status === 'overdue') return wasOverdue ? null : 'overdue';
  const wasLate = then !== undefined && (wasOverdue || (then.status === 'submitted' && then.dueOn < then.on));
  return wasLate && (now.status === 'done' || now.status === 'late') ? 'caughtUp' : null;
}

/** `YYYY-MM`. */
export type Month = string;
export const monthOf = (day: Day): Month => day.slice(0, 7);

/** The months from the first to the last, both included. */
export function monthsBetween(from: Month, to: Month): Month[] {
  const number = (month: Month): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
  const first = number(from);
  return Array.from({ length: Math.max(0, number(to) - first + 1) }, (_, at) => {
    const month = first + at;
    return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** The number of due days of each month by status. A month without any has zeros. */
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

/** The most urgent status first: it stands for a month, or a cell, in which several days are due. */
export const BY_URGENCY: readonly OccurrenceStatus[] = [
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
  return BY_URGENCY.find((status) => there.has(status)) ?? null;
}

/** The stored decision of a due day; moments as days in its calendar's time zone. */
export interface Kept {
  readonly decision: Decision;
  readonly completedOn: Day | null;
  readonly decidedOn: Day | null;
  readonly minCount: number;
  readonly evidence: readonly { readonly linkedOn: Day; readonly acceptedOn: Day | null }[];
}

/**
 * The decision about a due day at the end of a past day, computed from what is stored today: for those of which no decision
 * was kept by its day (`occurrence_decisions`).
 */
export function decisionAsOf(kept: Kept, asOf: Day): { decision: Decision; completedOn: Day | null } {
  const { decision, completedOn, decidedOn, minCount, evidence } = kept;
  const setAside = decision === 'waived' || decision === 'cancelled';
  if (setAside && decidedOn !== null && decidedOn <= asOf) return { decision, completedOn: null };
  if (decision === 'done' && completedOn !== null && completedOn <= asOf) return { decision, completedOn };
  if (minCount === 0) return { decision: 'open', completedOn: null };
  // It was met by accepted documents, whatever happened to them since; and in review where all that is asked for were there.
  const accepted = evidence
    .flatMap((each) => (each.acceptedOn !== null && each.acceptedOn <= asOf ? [each.acceptedOn] : []))
    .sort();
  const last = accepted[minCount - 1];
  if (last !== undefined) return { decision: 'done', completedOn: last };
  const shown = evidence.filter(({ linkedOn }) => linkedOn <= asOf).length;
  return { decision: shown >= minCount ? 'submitted' : 'open', completedOn: null };
}
