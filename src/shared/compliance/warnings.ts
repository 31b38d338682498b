import { addDays, type Day } from '../platform/days.ts';
import { failingSince, standingOn } from './evaluate.ts';
import { deadlineOf, owedOn, type Prepared } from './papers.ts';
import { nextPeriod } from './periods.ts';

/** Of a rule that fails, since whenever it did: no day of warning is left. */
export const FAILED = 0;

/** What its people are to be told of a rule in a folder. */
export interface Warning {
  /** The first day on which it fails; null where it never did anything else. */
  readonly dueOn: Day | null;
  /** So many days before that, as the rule's days of warning say; `FAILED` on and after it. */
  readonly stage: number;
}

export interface Telling {
  readonly warning: Warning | null;
  /** When there may be something else to tell, if nothing but time changes. */
  readonly nextOn: Day | null;
}

const NOTHING: Telling = { warning: null, nextOn: null };

/** The first day of what fails; of papers by periods, of the one that is owed now, so that each is told of. */
function failedOn(prepared: Prepared, day: Day): Day | null {
  const { kind, rule } = prepared;
  const since = failingSince(prepared, day);
  if (!kind) return since;
  const owed = addDays(deadlineOf(prepared, owedOn(prepared, kind, day)), 1);
  const { until } = rule.exemption ?? {};
  return until && until >= owed ? since : owed;
}

/**
 * What there is to tell of a rule on a day: of the days of warning that have come the last one alone, so that whoever
 * sets a rule a week before something ends is told once, not four times.
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
  // Of a period's papers nobody is warned before the period is over.
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
