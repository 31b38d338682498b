import { type RecordState, STATE } from '../access/states.ts';
import { addDays, type Day } from '../platform/days.ts';

/** What was decided of an occurrence; its status follows from that, the day, and the time before which it is told of. */
export const DECISIONS = ['open', 'submitted', 'done', 'waived', 'cancelled'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Pendiente, Próximo, Vence hoy, Vencido, En revisión, Cumplido, Cumplido fuera de plazo, No aplica. */
export const OCCURRENCE_STATUSES = [
  'pending',
  'upcoming',
  'today',
  'overdue',
  'submitted',
  'done',
  'late',
  'waived',
] as const;
export type OccurrenceStatus = (typeof OCCURRENCE_STATUSES)[number];

export interface Decided {
  readonly decision: Decision;
  readonly dueOn: Day;
  readonly completedOn: Day | null;
  readonly leadDays: readonly number[];
}

const between = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The status of an occurrence on a day where its calendar is. */
export function statusOn({ decision, dueOn, completedOn, leadDays }: Decided, today: Day): OccurrenceStatus {
  switch (decision) {
    case 'waived':
    case 'cancelled':
      return 'waived';
    case 'done':
      return completedOn !== null && completedOn > dueOn ? 'late' : 'done';
    case 'submitted':
      return 'submitted';
    case 'open':
      if (dueOn < today) return 'overdue';
      if (dueOn === today) return 'today';
      return between(today, dueOn) <= Math.max(0, ...leadDays) ? 'upcoming' : 'pending';
  }
}

/** Nothing that is asked for is done earlier than that: it would be what was asked for the time before. */
const DONE_AHEAD_DAYS = 366;

/** On which days a due day may be said to have been met: up to today, and not more than a year before it was due. */
export function doneBetween(dueOn: Day, today: Day): { readonly from: Day; readonly to: Day } {
  const first = addDays(dueOn, -DONE_AHEAD_DAYS);
  return { from: first < today ? first : today, to: today };
}

/** A document that is to show that an obligation was met. */
export interface Shown {
  /** Of the version that was linked. */
  readonly state: RecordState;
  /** It can still be had: not deleted, not discarded. */
  readonly there: boolean;
  /** It was accepted once. */
  readonly accepted: boolean;
}

export interface Wanted {
  readonly minCount: number;
  readonly acceptedStates: readonly RecordState[];
}

/**
 * Whether a document counts. One that was accepted and has become obsolete since still shows that the obligation was
 * met then: that is how documents end, and nothing that anybody did wrong.
 */
export const isAccepted = ({ acceptedStates }: Wanted, { state, there, accepted }: Shown): boolean =>
  there && (acceptedStates.includes(state) || (accepted && state === STATE.obsolete));

/**
 * What evidence makes of an occurrence. Where none is asked for, people decide; what was waived or cancelled stays so.
 */
export function decisionBy(wanted: Wanted, shown: readonly Shown[], now: Decision): Decision {
  if (now === 'waived' || now === 'cancelled' || wanted.minCount === 0) return now;
  const there = shown.filter((each) => each.there);
  if (there.filter((each) => isAccepted(wanted, each)).length >= wanted.minCount) return 'done';
  return there.length > 0 ? 'submitted' : 'open';
}

/** Told on the day itself; so many days before are the numbers above. */
export const DUE_TODAY = 0;
/** The backup and the calendar's editors are told: it is over, and nothing was done. */
export const ESCALATED = -1;

/** What there is to tell of an open occurrence on a day: of the days before that have come, the nearest alone. */
export function stageOn(dueOn: Day, leadDays: readonly number[], today: Day): number | null {
  if (dueOn < today) return ESCALATED;
  const left = between(today, dueOn);
  const come = [DUE_TODAY, ...leadDays].filter((days) => days >= left);
  return come.length === 0 ? null : Math.min(...come);
}

/** The first day after today on which there is something else to tell, or null where all was told. */
export function nextStageOn(dueOn: Day, leadDays: readonly number[], today: Day): Day | null {
  if (dueOn < today) return null;
  const left = between(today, dueOn);
  const days = [DUE_TODAY, ...leadDays].filter((each) => each < left);
  const next = days.length === 0 ? ESCALATED : Math.max(...days);
  return new Date(Date.parse(dueOn) - next * 86_400_000).toISOString().slice(0, 10);
}
