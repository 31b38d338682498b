import type { Day } from '../platform/days.ts';
import { covers, lasting, owedOn, type Paper, type Prepared } from './papers.ts';
import type { Reason } from './rule.ts';

const wrongState = ({ record, face }: Paper): Reason => ({ code: 'WRONG_STATE', record, state: face.state });

const expired = ({ record, until }: Paper): Reason => ({ code: 'EXPIRED', record, until: until ?? null });

const periodKey = ({ period }: Paper): string => period?.key ?? '';

/** Why a rule fails on a day, the most helpful reason first. @param have how many documents count */
export function reasonsOf(prepared: Prepared, day: Day, have: number): Reason[] {
  const { rule, kind, papers } = prepared;
  if (papers.length === 0) return [{ code: 'MISSING' }];
  const owed = kind && owedOn(prepared, kind, day);
  const period = owed ? { period: owed.key } : {};
  const few: Reason[] = have > 0 ? [{ code: 'TOO_FEW', have, need: rule.minCount, ...period }] : [];
  const accepted = papers.filter((paper) => paper.accepted);
  // A record whose other face counts is not in a wrong state.
  const fine = new Set(accepted.map((paper) => paper.record));
  const waiting = papers.filter((paper) => !paper.accepted && !fine.has(paper.record));
  if (owed) {
    const near = waiting.find((paper) => covers(rule, paper, owed));
    if (near) return [...few, { ...wrongState(near), ...period }];
    if (have > 0) return few;
    const { record } = [...accepted, ...waiting].reduce((latest, each) =>
      periodKey(each) > periodKey(latest) ? each : latest,
    );
    return [{ code: 'WRONG_PERIOD', ...period, record }];
  }
  // Sorted by the longest validity: this is the one that ended last.
  const over = accepted.find((paper) => lasting(paper) < day);
  const [near] = waiting;
  const why = [...few, ...(over ? [expired(over)] : []), ...(near ? [wrongState(near)] : [])];
  // What is left begins later, so on this day it is missing.
  return why.length > 0 ? why : [{ code: 'MISSING' }];
}
