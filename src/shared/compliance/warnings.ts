import { addDays, type Day } from '../platform/days.ts';
import { failingSince, standingOn } from './evaluate.ts';
import { deadlineOf, owedOn, type Prepared } from './papers.ts';
import { nextPeriod } from './periods.ts';

/** The stage of a rule that fails: no day of warning is left. */
export const FAILED = 0;

/** What people are to be told about a rule in a folder. */
export interface Warning {
  /** The first day on which it fails; null where it has always failed. */
  readonly dueOn: Day | null;
  /** How many days before that, by the rule's days of warning; `FAILED` on that day and later. */
  readonly stage: number;
}

export interface Telling {
  readonly warning: Warning | null;
  /** When there may be something else to tell, if nothing but time changes. */
  readonly nextOn: Day | null;
}

const NOTHING: Telling = { warning: null, nextOn: null };

/**
 * The first day of the failure. For papers of periods, of the period that is owed now, so that each period is told of.
 */
function failedOn(prepared: Prepared, day: Day): Day | null {
  const { kind, rule } = prepared;
  const since = failingSince(prepared, day);
  if (!kind) return since;
  const owed = addDays(deadlineOf(prepared, owedOn(prepared, kind, day)), 1);
  const { until } = rule.exemption ?? {};
  return until && until >= owed ? since : owed;
}

/**
 * What to tell about a rule on a day: of the days of warning that have come only the last, so that a rule that is set a
 * week before an expiry is told of once, not four times.
 */
export function tellingOn(prepared: Prepared, day: Day): Telling {
  const { status, failsOn, nextChangeOn } = standingOn(prepared, day);
  const { rule, kind } = prepared;
  if (status === 'exempt') return { warning: null, nextOn: nextChangeOn };
  if (status === 'fails') {
    const next = kind && nextPeriod(kind, owedOn(prepared, kind, day));
    const nextOn = next ? addDays(deadlineOf(prepared, next), 1) : null;
    return { warning: { dueOn: failedOn(prepared, day), stage: FAILED }, nextOn };
  }
  if (failsOn === null) return NOTHING;
  // Nobody is warned about a period's papers before the period is over.
  const over = kind ? addDays(owedOn(prepared, kind, failsOn).last, 1) : '';
  const stages = rule.warnDays
    .map((stage) => ({ stage, on: addDays(failsOn, -stage) }))
    .map(({ stage, on }) => ({ stage, on: on < over ? over : on }))
    .sort((a, b) => a.stage - b.stage);
  const come = stages.find(({ on }) => on <= day);
  const next = stages.findLast(({ on }) => on > day);
  return {
    warning: come ? { dueOn: failsOn, stage: come.stage } : null,
    nextOn: next?.on ?? failsOn,
  };
}
