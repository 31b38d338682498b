import { type RecordState, STATE } from '../access/states.ts';
import { addDays, type Day } from '../platform/days.ts';

/** What was decided about an occurrence. Its status follows from that, the day, and the days of warning. */
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

/** The status of an occurrence on a day in its calendar's time zone. */
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

/** Nothing can be done earlier than this before it is due: that would meet the occurrence before. */
const DONE_AHEAD_DAYS = 366;

/** The days on which a due day may be said to have been met: up to today, and at most a year before it was due. */
export function doneBetween(dueOn: Day, today: Day): { readonly from: Day; readonly to: Day } {
  const first = addDays(dueOn, -DONE_AHEAD_DAYS);
  return { from: first < today ? first : today, to: today };
}

/** A document that is to show that an obligation was met. */
export interface Shown {
  /** The state of the linked version. */
  readonly state: RecordState;
  /** It was neither deleted nor discarded. */
  readonly there: boolean;
  /** It was accepted at some time. */
  readonly accepted: boolean;
}

export interface Wanted {
  readonly minCount: number;
  readonly acceptedStates: readonly RecordState[];
}

/**
 * Whether a document counts. One that was accepted and became obsolete since still shows that the obligation was met at
 * the time: becoming obsolete is the normal end of a document.
 */
export const isAccepted = ({ acceptedStates }: Wanted, { state, there, accepted }: Shown): boolean =>
  there && (acceptedStates.includes(state) || (accepted && state === STATE.obsolete));

/** From these states a document is not accepted any more, unless somebody changes it first. */
const ENDED: readonly RecordState[] = [STATE.rejected, STATE.obsolete];

/**
 * The decision that evidence gives. Only as many documents as are asked for take a due day out of the open ones: accepted
 * they meet it, and on their way to that it is in review. A part of them, or a rejected one, leaves it open. Where none is
 * required, people decide. A waived or cancelled occurrence stays so.
 */
export function decisionBy(wanted: Wanted, shown: readonly Shown[], now: Decision): Decision {
  if (now === 'waived' || now === 'cancelled') return now;
  // Nothing is in review where nothing is asked for.
  if (wanted.minCount === 0) return now === 'submitted' ? 'open' : now;
  const count = (counts: (each: Shown) => boolean) => shown.filter(counts).length;
  const accepts = (each: Shown) => isAccepted(wanted, each);
  if (count(accepts) >= wanted.minCount) return 'done';
  const given = count((each) => accepts(each) || (each.there && !ENDED.includes(each.state)));
  return given >= wanted.minCount ? 'submitted' : 'open';
}

/** The stage of the due day itself; earlier stages are the number of days before it. */
export const DUE_TODAY = 0;
/** The stage after the due day, when nothing was done: the backup and the calendar's editors are told. */
export const ESCALATED = -1;

/** The stage of an open occurrence on a day: of the days of warning that have come, only the nearest. */
export function stageOn(dueOn: Day, leadDays: readonly number[], today: Day): number | null {
  if (dueOn < today) return ESCALATED;
  const left = between(today, dueOn);
  const come = [DUE_TODAY, ...leadDays].filter((days) => days >= left);
  return come.length === 0 ? null : Math.min(...come);
}

/** The next day with another stage, or null where everything was told. */
export function nextStageOn(dueOn: Day, leadDays: readonly number[], today: Day): Day | null {
  if (dueOn < today) return null;
  const left = between(today, dueOn);
  const days = [DUE_TODAY, ...leadDays].filter((each) => each < left);
  const next = days.length === 0 ? ESCALATED : Math.max(...days);
  return new Date(Date.parse(dueOn) - next * 86_400_000).toISOString().slice(0, 10);
}
