import type { Day, Holidays } from './days.ts';
import { standingOn } from './evaluate.ts';
import { prepare } from './papers.ts';
import type { JudgedRecord, JudgedRule, Severity } from './rule.ts';

/** How a folder stands by its own rules from a day on, until the next span begins. */
export interface Span {
  readonly from: Day;
  readonly rules: number;
  /** Rules of severity `blocking` that fail. */
  readonly blocking: number;
  readonly warnings: number;
  readonly dueSoon: boolean;
}

/** More than any folder has in a year; the daily job goes on from where this ends. */
const SPANS_MAX = 24;

/**
 * How a folder stands from a day on if nothing but time changes. Kept beside the folder, it tells the colour of any day
 * without a visit having to update anything: an expiry is a span that begins, not a state that somebody writes.
 */
export function timelineOf(
  rules: readonly (JudgedRule & { readonly severity: Severity })[],
  records: readonly JudgedRecord[],
  from: Day,
  holidays: Holidays,
): Span[] {
  if (rules.length === 0) return [];
  const standings = rules.map((rule) => {
    const prepared = prepare(rule, records, holidays);
    return { severity: rule.severity, prepared, now: standingOn(prepared, from) };
  });
  const spans: Span[] = [];
  for (let day: Day | null = from; day !== null && spans.length < SPANS_MAX; ) {
    const here: Day = day;
    // The others stand as they did: that is what the day of their next change says.
    for (const each of standings) {
      if (each.now.nextChangeOn !== null && each.now.nextChangeOn <= here) {
        each.now = standingOn(each.prepared, here);
      }
    }
    const failing = (severity: Severity): number =>
      standings.filter((each) => each.now.status === 'fails' && each.severity === severity).length;
    const span: Span = {
      from: here,
      rules: rules.length,
      blocking: failing('blocking'),
      warnings: failing('warning'),
      dueSoon: standings.some((each) => each.now.dueSoon),
    };
    const before = spans.at(-1);
    if (!before || !same(before, span)) spans.push(span);
    day = standings.reduce<Day | null>(
      (next, { now: { nextChangeOn } }) =>
        nextChangeOn !== null && (next === null || nextChangeOn < next) ? nextChangeOn : next,
      null,
    );
  }
  return spans;
}

const same = (a: Span, b: Span): boolean =>
  a.rules === b.rules && a.blocking === b.blocking && a.warnings === b.warnings && a.dueSoon === b.dueSoon;

/** The span that a day lies in; before the first there is none. */
export function spanOn<S extends Pick<Span, 'from'>>(spans: readonly S[], day: Day): S | undefined {
  return spans.reduce<S | undefined>(
    (found, span) => (span.from <= day && (!found || span.from > found.from) ? span : found),
    undefined,
  );
}
