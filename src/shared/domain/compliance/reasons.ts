import type { Day } from '../days.ts';
import { covers, owedOn, type Paper, type Prepared } from './papers.ts';
import type { Reason } from './rule.ts';

const wrongState = ({ record, face }: Paper): Reason => ({ code: 'WRONG_STATE', record, state: face.state });

const expired = (paper: Paper): Reason => {
  const { until } = paper;
  return { code: 'EXPIRED', record: paper.record, until: until ?? null };
};

/** Of papers that ended, the one that did last; those that should say when and do not come after all others. */
const lastEnded = (papers: readonly Paper[]): Paper | undefined =>
  papers.reduce<Paper | undefined>(
    (latest, each) => (!latest || (each.until ?? '') > (latest.until ?? '') ? each : latest),
    undefined,
  );

/** Why a rule fails on a day, the nearest thing first. @param have how many documents count */
export function reasonsOf(prepared: Prepared, day: Day, have: number): Reason[] {
  const { rule, kind, papers } = prepared;
  if (papers.length === 0) return [{ code: 'MISSING' }];
  const owed = kind && owedOn(prepared, kind, day);
  const period = owed ? { period: owed.key } : {};
  const few: Reason[] = have > 0 ? [{ code: 'TOO_FEW', have, need: rule.minCount, ...period }] : [];
  const accepted = papers.filter((paper) => paper.accepted);
  // A record whose other face counts is in no wrong state.
  const fine = new Set(accepted.map((paper) => paper.record));
  const waiting = papers.filter((paper) => !paper.accepted && !fine.has(paper.record));
  if (owed) {
    const near = waiting.find((paper) => covers(rule, paper, owed));
    if (near) return [...few, { ...wrongState(near), ...period }];
    if (have > 0) return few;
    const [latest] = [...accepted, ...waiting].sort((a, b) =>
      (a.period?.key ?? '') > (b.period?.key ?? '') ? -1 : 1,
    );
    return [{ code: 'WRONG_PERIOD', ...period, ...(latest ? { record: latest.record } : {}) }];
  }
  const over = lastEnded(
    accepted.filter(({ until }) => until === undefined || (until !== null && until < day)),
  );
  const [near] = waiting;
  const why = [...few, ...(over ? [expired(over)] : []), ...(near ? [wrongState(near)] : [])];
  // What is left begins later: on this day it is not there.
  return why.length > 0 ? why : [{ code: 'MISSING' }];
}
