import type { Day, Holidays } from '../platform/days.ts';
import { failingSince, standingOn } from './evaluate.ts';
import { lookedAt, type Prepared, prepare } from './papers.ts';
import type { JudgedRecord, JudgedRule, RuleStatus, Severity } from './rule.ts';

/** How a folder stands by its own rules from a day on, until the next span begins. */
export interface Span {
  readonly from: Day;
  readonly rules: number;
  /** Rules of severity `blocking` that fail. */
  readonly blocking: number;
  readonly warnings: number;
  readonly dueSoon: boolean;
  /** The first day of a failure, else of a coming one; null where there is none. */
  readonly dueOn: Day | null;
}

type SevereRule = JudgedRule & { readonly severity: Severity };

/** More than any folder has in a year. The daily job goes on from the end. */
const SPANS_MAX = 24;

/** A rule that time changes, as it stands on the current day. */
interface Moving {
  readonly severity: Severity;
  readonly prepared: Prepared;
  now: ReturnType<typeof standingOn>;
  since: Day | null;
}

/** The sums over the rules of a folder on one day. */
interface Tally {
  blocking: number;
  warnings: number;
  dueSoon: boolean;
  since: Day | null;
  failsOn: Day | null;
}

const earlier = (a: Day | null, b: Day | null): Day | null => (a === null || (b !== null && b < a) ? b : a);

function fail(tally: Tally, severity: Severity, since: Day | null): void {
  if (severity === 'blocking') tally.blocking += 1;
  else tally.warnings += 1;
  tally.since = earlier(tally.since, since);
}

/** How one rule stands on the first day of a timeline. */
export interface RuleStanding {
  readonly status: RuleStatus;
  /** Since when it fails, or from when on it will; null where there is no such day. */
  readonly day: Day | null;
}

/** A timeline, and how each rule stands at its beginning, in the order of the rules. */
export interface Judged {
  readonly spans: readonly Span[];
  readonly standings: readonly RuleStanding[];
}

/**
 * How a folder stands from a day on if nothing but time changes. Stored for each folder, it gives the colour on any day
 * without an update: an expiry is a span that begins, not a state that somebody must write.
 */
export function judgeAhead(
  rules: readonly SevereRule[],
  records: readonly JudgedRecord[],
  from: Day,
  holidays: Holidays,
): Judged {
  if (rules.length === 0) return { spans: [], standings: [] };
  const standings: RuleStanding[] = [];
  const still: Tally = { blocking: 0, warnings: 0, dueSoon: false, since: null, failsOn: null };
  const moving: Moving[] = [];
  const looked = lookedAt(records);
  for (const rule of rules) {
    const prepared = prepare(rule, looked, holidays);
    const now = standingOn(prepared, from);
    const since = now.status === 'fails' ? failingSince(prepared, from) : null;
    standings.push({ status: now.status, day: now.status === 'fails' ? since : now.failsOn });
    // A rule that fails and that no day changes counts the same on all days.
    if (now.status === 'fails' && now.nextChangeOn === null) fail(still, rule.severity, since);
    else moving.push({ severity: rule.severity, prepared, now, since });
  }
  const spans: Span[] = [];
  for (let day: Day | null = from; day !== null && spans.length < SPANS_MAX; ) {
    const here: Day = day;
    const tally = { ...still };
    let next: Day | null = null;
    for (const each of moving) {
      // The other rules have not changed: the day of their next change is later.
      if (each.now.nextChangeOn !== null && each.now.nextChangeOn <= here) {
        each.now = standingOn(each.prepared, here);
        each.since = each.now.status === 'fails' ? here : null;
      }
      const { status, dueSoon, failsOn, nextChangeOn } = each.now;
      if (status === 'fails') fail(tally, each.severity, each.since);
      if (dueSoon) {
        tally.dueSoon = true;
        tally.failsOn = earlier(tally.failsOn, failsOn);
      }
      next = earlier(next, nextChangeOn);
    }
    const { blocking, warnings, dueSoon, since, failsOn } = tally;
    const dueOn = blocking + warnings > 0 ? since : failsOn;
    const span: Span = { from: here, rules: rules.length, blocking, warnings, dueSoon, dueOn };
    const before = spans.at(-1);
    if (!before || !same(before, span)) spans.push(span);
    day = next;
  }
  return { spans, standings };
}

export const timelineOf = (...given: Parameters<typeof judgeAhead>): readonly Span[] =>
  judgeAhead(...given).spans;

const same = (a: Span, b: Span): boolean =>
  a.blocking === b.blocking && a.warnings === b.warnings && a.dueSoon === b.dueSoon && a.dueOn === b.dueOn;

/** The span of a day; undefined before the first one. */
export function spanOn<S extends Pick<Span, 'from'>>(spans: readonly S[], day: Day): S | undefined {
  return spans.reduce<S | undefined>(
    (found, span) => (span.from <= day && (!found || span.from > found.from) ? span : found),
    undefined,
  );
}
