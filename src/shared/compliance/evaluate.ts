import { addDays, type Day, type Holidays } from '../platform/days.ts';
import { asksNothing, countingOn, deadlineOf, lookedAt, owedOn, type Prepared, prepare } from './papers.ts';
import { nextPeriod, periodBefore } from './periods.ts';
import { reasonsOf } from './reasons.ts';
import type { JudgedRecord, JudgedRule, Outcome, RuleStatus } from './rule.ts';

/** How many periods ahead changes are searched: a hundred years of months. */
const PERIODS_AHEAD = 1200;

function statusOn(prepared: Prepared, day: Day): RuleStatus {
  const { exemption, minCount } = prepared.rule;
  if (exemption && (exemption.until === null || day <= exemption.until)) return 'exempt';
  if (asksNothing(prepared, day)) return 'complies';
  return countingOn(prepared, day, minCount).length >= minCount ? 'complies' : 'fails';
}

/** Every later day on which the status may change, in order. */
function turningDays(prepared: Prepared, day: Day): Day[] {
  const { rule, kind, papers } = prepared;
  const days = new Set<Day>();
  const { startsOn } = rule;
  if (rule.exemption?.until) days.add(addDays(rule.exemption.until, 1));
  if (startsOn !== null) days.add(startsOn);
  if (kind) {
    const last = papers.reduce((latest, paper) => {
      const ends = paper.accepted ? (paper.period?.last ?? '') : '';
      return ends > latest ? ends : latest;
    }, '');
    let period = owedOn(prepared, kind, day);
    for (let ahead = 0; ahead < PERIODS_AHEAD; ahead += 1) {
      period = nextPeriod(kind, period);
      days.add(addDays(deadlineOf(prepared, period), 1));
      if (period.last > last && period.last >= (startsOn ?? '')) break;
    }
  } else {
    for (const paper of papers) {
      if (!paper.accepted) break;
      if (paper.from !== null) days.add(paper.from);
      if (paper.until) days.add(addDays(paper.until, 1));
    }
  }
  return [...days].filter((each) => each > day).sort();
}

/**
 * From which day on a coming failure is warned of; the day itself where no warning is set. For papers of a period not
 * before the period is over.
 */
function warnedFrom(prepared: Prepared, failsOn: Day): Day {
  const { rule, kind } = prepared;
  const from = addDays(failsOn, -Math.max(0, ...rule.warnDays));
  if (!kind) return from;
  const over = addDays(owedOn(prepared, kind, failsOn).last, 1);
  return over > from ? over : from;
}

/** How many periods back the search for the first missing paper goes. */
const PERIODS_BACK = 60;

/** The earlier days on which something that counted may have ended, the latest first. */
function* endsBefore(prepared: Prepared, day: Day): Generator<Day> {
  const { kind, papers, rule } = prepared;
  const { startsOn } = rule;
  if (!papers[0]?.accepted && startsOn === null) return;
  if (kind) {
    let period = owedOn(prepared, kind, day);
    for (let back = 0; back < PERIODS_BACK; back += 1) {
      yield addDays(deadlineOf(prepared, period), 1);
      period = periodBefore(kind, period);
    }
    return;
  }
  const ends = papers.flatMap(({ accepted, until }) =>
    accepted && until && until < day ? [addDays(until, 1)] : [],
  );
  if (startsOn !== null) ends.push(startsOn);
  yield* ends.sort().reverse();
}

/** The first day of the current failure; null where no document ever counted, and the rule has no first day. */
export function failingSince(prepared: Prepared, day: Day): Day | null {
  const { until } = prepared.rule.exemption ?? {};
  const freed = until ? addDays(until, 1) : null;
  for (const end of endsBefore(prepared, day)) {
    if (freed !== null && freed >= end) return freed;
    if (statusOn(prepared, addDays(end, -1)) !== 'fails') return end;
  }
  return freed;
}

const LOST = { status: 'fails', dueSoon: false, failsOn: null, nextChangeOn: null, startsOn: null } as const;

/** How a rule stands on a day, without the reasons. */
export function standingOn(prepared: Prepared, day: Day): Omit<Outcome, 'reasons' | 'satisfiedBy'> {
  // The usual case: nothing counts, and no day will change that.
  const { rule, papers } = prepared;
  if (!papers[0]?.accepted && !rule.exemption && !asksNothing(prepared, day)) return LOST;
  const status = statusOn(prepared, day);
  const startsOn = status === 'complies' && asksNothing(prepared, day) ? rule.startsOn : null;
  const turns = turningDays(prepared, day);
  const turn = turns.find((each) => statusOn(prepared, each) !== status) ?? null;
  if (status !== 'complies' || turn === null)
    return { status, dueSoon: false, failsOn: null, nextChangeOn: turn, startsOn };
  const warned = warnedFrom(prepared, turn);
  const dueSoon = warned <= day;
  return { status, dueSoon, failsOn: turn, nextChangeOn: dueSoon ? turn : warned, startsOn };
}

export function judgeOn(prepared: Prepared, day: Day): Outcome {
  const standing = standingOn(prepared, day);
  const isFree = standing.status === 'exempt' || standing.startsOn !== null;
  const counting = isFree ? [] : countingOn(prepared, day);
  return {
    ...standing,
    reasons: standing.status === 'fails' ? reasonsOf(prepared, day, counting.length) : [],
    satisfiedBy: counting.map(({ record, face }) => ({ record, version: face.version })),
  };
}

/**
 * Judges the documents of one folder by its rules on a day (docs/domain/compliance.md). Pure: the same records, rules
 * and day give the same result. `records` are as they are (or were). Does not check visibility: callers decide who may
 * see what of the result.
 */
export function evaluate<R extends JudgedRule>(
  rules: readonly R[],
  records: readonly JudgedRecord[],
  asOf: Day,
  holidays: Holidays,
): { readonly rule: R; readonly outcome: Outcome }[] {
  const looked = lookedAt(records);
  return rules.map((rule) => ({ rule, outcome: judgeOn(prepare(rule, looked, holidays), asOf) }));
}
