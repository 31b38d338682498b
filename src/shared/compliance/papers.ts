import { STATE } from '../access/states.ts';
import { addMonths, type Day, type Holidays, withGrace } from '../platform/days.ts';
import { matches } from './match.ts';
import { isRecurring, type Period, periodBefore, periodOf, periodOfFace, type Recurring } from './periods.ts';
import type { JudgedFace, JudgedRecord, JudgedRule } from './rule.ts';

/** A face of a record that a rule asks for, with what is computed of it. */
export interface Paper {
  readonly record: string;
  readonly face: JudgedFace;
  /** In one of the accepted states. */
  readonly accepted: boolean;
  readonly from: Day | null;
  /** Its last day, grace included. Null: it does not end. Undefined: it should have a date and has none. */
  readonly until: Day | null | undefined;
  /** The period that it belongs to, where papers are owed by periods. */
  readonly period: Period | null;
}

/** A rule with the papers of one folder, ready to be judged on any day. */
export interface Prepared {
  readonly rule: JudgedRule;
  readonly kind: Recurring | null;
  /** Accepted ones first, and among them those that last longest. */
  readonly papers: readonly Paper[];
  readonly holidays: Holidays;
}

/**
 * The faces of a record that a rule looks at. A published document is judged by its snapshot alone, so that drafts and
 * unpublished metadata change nothing. The working copy counts by its own state, which is another one then.
 */
const facesOf = ({ working, published }: JudgedRecord): JudgedFace[] => [
  ...(published ? [published] : []),
  ...(working && working.state !== STATE.published ? [working] : []),
];

function paperOf(rule: JudgedRule, record: string, face: JudgedFace, holidays: Holidays): Paper {
  const { basis, months, graceDays } = rule.validity;
  const kind = isRecurring(rule.periodicity) ? rule.periodicity : null;
  const paper = { record, face, accepted: rule.acceptedStates.includes(face.state) };
  if (kind) {
    const by = basis === 'issuedOn' ? face.issuedOn : basis === 'expiresOn' ? face.expiresOn : undefined;
    const period = by === null ? null : by === undefined ? periodOfFace(face, kind) : periodOf(kind, by);
    return { ...paper, from: null, until: null, period };
  }
  if (basis !== 'expiresOn' && basis !== 'issuedOn')
    return { ...paper, from: null, until: null, period: null };
  const last =
    basis === 'expiresOn' ? face.expiresOn : face.issuedOn && addMonths(face.issuedOn, months ?? 12);
  const until = last === null ? undefined : withGrace(last, graceDays, holidays);
  return { ...paper, from: face.validFrom, until, period: null };
}

/** Later than every day with a four-digit year. */
const FOREVER = '9999-99-99';
/** The last day on which a paper counts; before all days where its date is missing. */
export const lasting = ({ until }: Paper): string => (until === null ? FOREVER : (until ?? ''));

/** A face that rules look at, and its record. */
export type Looked = Pick<Paper, 'record' | 'face'>;

/** What the rules of a folder look at: the same for each of them. */
export const lookedAt = (records: readonly JudgedRecord[]): Looked[] =>
  records.flatMap((each) => facesOf(each).map((face) => ({ record: each.record, face })));

export function prepare(rule: JudgedRule, looked: readonly Looked[], holidays: Holidays): Prepared {
  const papers: Paper[] = [];
  for (const { record, face } of looked) {
    if (matches(rule.match, face)) papers.push(paperOf(rule, record, face, holidays));
  }
  papers.sort((a, b) => {
    if (a.accepted !== b.accepted) return a.accepted ? -1 : 1;
    const [ends, other] = [lasting(a), lasting(b)];
    return ends === other ? (a.record < b.record ? -1 : 1) : ends > other ? -1 : 1;
  });
  return { rule, kind: isRecurring(rule.periodicity) ? rule.periodicity : null, papers, holidays };
}

/**
 * The last days of grace are the same for all folders of a library, so they are computed once for each calendar of
 * holidays.
 */
const deadlines = new WeakMap<Holidays, Map<string, Day>>();
const KEPT = 20_000;

function remembered(holidays: Holidays, key: string, work: () => Day): Day {
  let known = deadlines.get(holidays);
  if (!known || known.size > KEPT) {
    known = new Map();
    deadlines.set(holidays, known);
  }
  const found = known.get(key) ?? work();
  known.set(key, found);
  return found;
}

/** The last day for handing in the papers of a period. */
export const deadlineOf = ({ rule, holidays }: Prepared, { last }: Period): Day => {
  const { graceDays } = rule.validity;
  return graceDays === 0
    ? last
    : remembered(holidays, `${last} ${graceDays}`, () => withGrace(last, graceDays, holidays));
};

/** The latest period whose papers should all be there on a day. */
export function owedOn(prepared: Prepared, kind: Recurring, day: Day): Period {
  const { rule, holidays } = prepared;
  const inside = remembered(holidays, `${kind} ${day} ${rule.validity.graceDays}`, () => {
    let period = periodBefore(kind, periodOf(kind, day));
    while (deadlineOf(prepared, period) >= day) period = periodBefore(kind, period);
    return period.first;
  });
  return periodOf(kind, inside);
}

/** Whether the rule does not ask for anything yet: not on a day before its first, nor for a period that was over by then. */
export function asksNothing(prepared: Prepared, day: Day): boolean {
  const { kind, rule } = prepared;
  if (rule.startsOn === null) return false;
  return (kind ? owedOn(prepared, kind, day).last : day) < rule.startsOn;
}

/** With an expiry a document covers every period up to its last day; otherwise only its own. */
export function covers(rule: JudgedRule, paper: Paper, period: Period): boolean {
  if (rule.validity.basis === 'expiresOn') return (paper.face.expiresOn ?? '') >= period.last;
  return paper.period?.key === period.key;
}

/** The papers that count on a day, one for each record, and no more than needed where a number is given. */
export function countingOn(prepared: Prepared, day: Day, enough = Number.POSITIVE_INFINITY): Paper[] {
  const { rule, kind, papers } = prepared;
  const owed = kind && owedOn(prepared, kind, day);
  const found = new Map<string, Paper>();
  for (const paper of papers) {
    if (found.size >= enough || !paper.accepted || lasting(paper) < day) break;
    if (paper.from !== null && paper.from > day) continue;
    if (owed && !covers(rule, paper, owed)) continue;
    if (!found.has(paper.record)) found.set(paper.record, paper);
  }
  return [...found.values()];
}
