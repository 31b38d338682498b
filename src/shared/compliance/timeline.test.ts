import { describe, expect, it } from 'vitest';
import { STATE } from '../access/states.ts';
import { CHILE } from '../organization/holidays.ts';
import { addDays, addMonths } from '../platform/days.ts';
import type { JudgedRecord, JudgedRule, Severity } from './rule.ts';
import { published, rule, working } from './testing/judged.ts';
import { judgeAhead, type Span, spanOn, timelineOf } from './timeline.ts';

const TODAY = '2026-11-21';
const paper = (record: string, expiresOn: string) => published(record, { title: record, expiresOn });
/** A rule that asks for the document with this title, and warns of its end a month before. */
const asksFor = (titlePattern: string, severity: Severity = 'blocking', more: Partial<JudgedRule> = {}) => ({
  ...rule({ match: { titlePattern }, validity: { basis: 'expiresOn' }, warnDays: [30], ...more }),
  severity,
});
type Asked = ReturnType<typeof asksFor>;
const say = ({ from, blocking, warnings, dueSoon, dueOn }: Span) =>
  `${from}: ${blocking} + ${warnings}${dueSoon ? ', soon' : ''}, ${dueOn}`;
const timeline = (rules: readonly Asked[], records: readonly JudgedRecord[]) =>
  timelineOf(rules, records, TODAY, CHILE).map(say);
const standings = (rules: readonly Asked[], records: readonly JudgedRecord[]) =>
  judgeAhead(rules, records, TODAY, CHILE).standings;

describe('the days ahead of a folder', () => {
  it('are none without rules, and one span where nothing moves', () => {
    expect(judgeAhead([], [paper('a', '2027-01-01')], TODAY, CHILE)).toEqual({ spans: [], standings: [] });
    expect(timelineOf([asksFor('a')], [], TODAY, CHILE)).toEqual([
      { from: TODAY, rules: 1, blocking: 1, warnings: 0, dueSoon: false, dueOn: null },
    ]);
    const lasts = { ...asksFor('a'), validity: rule().validity };
    expect(timeline([lasts], [published('a', { title: 'a' })])).toEqual([`${TODAY}: 0 + 0, null`]);
  });

  it('warn of an end before it comes, and name its first day from then on', () => {
    expect(timeline([asksFor('a')], [paper('a', '2027-01-31')])).toEqual([
      `${TODAY}: 0 + 0, null`,
      '2027-01-02: 0 + 0, soon, 2027-02-01',
      '2027-02-01: 1 + 0, 2027-02-01',
    ]);
  });

  it('count what blocks apart from what only warns', () => {
    const rules = [asksFor('a'), asksFor('b', 'warning'), asksFor('nada', 'warning'), asksFor('nada')];
    expect(timeline(rules, [paper('a', '2026-12-05'), paper('b', '2026-12-03')])).toEqual([
      `${TODAY}: 1 + 1, soon, null`,
      '2026-12-04: 1 + 2, soon, 2026-12-04',
      '2026-12-06: 2 + 2, 2026-12-04',
    ]);
  });

  it('name the earliest day of several, of what fails before what soon will', () => {
    const rules = [asksFor('a'), asksFor('b'), asksFor('c')];
    const papers = [paper('a', '2026-12-20'), paper('b', '2026-12-10'), paper('c', '2026-12-15')];
    expect(timeline(rules, papers)).toEqual([
      `${TODAY}: 0 + 0, soon, 2026-12-11`,
      '2026-12-11: 1 + 0, soon, 2026-12-11',
      '2026-12-16: 2 + 0, soon, 2026-12-11',
      '2026-12-21: 3 + 0, 2026-12-11',
    ]);
  });

  it('begin no span on which nothing is another thing than before', () => {
    // On 2 December the one begins to be warned of, while the other is warned of already and ends first.
    const rules = [asksFor('a'), asksFor('b')];
    expect(timeline(rules, [paper('a', '2026-12-31'), paper('b', '2026-12-10')])).toEqual([
      `${TODAY}: 0 + 0, soon, 2026-12-11`,
      '2026-12-11: 1 + 0, soon, 2026-12-11',
      '2027-01-01: 2 + 0, 2026-12-11',
    ]);
  });

  it('begin a span where only the day that is named is another one', () => {
    const rules = [asksFor('a'), asksFor('b'), asksFor('c')];
    const later = published('a', { title: 'a', validFrom: '2026-12-11', expiresOn: '2028-01-01' });
    // One rule begins to be met on the day on which another one ends to be.
    expect(timeline(rules, [later, paper('b', '2026-12-10'), paper('c', '2026-12-20')])).toEqual([
      `${TODAY}: 1 + 0, soon, null`,
      '2026-12-11: 1 + 0, soon, 2026-12-11',
      '2026-12-21: 2 + 0, 2026-12-11',
      '2027-12-03: 2 + 0, soon, 2026-12-11',
      '2028-01-02: 3 + 0, 2026-12-11',
    ]);
  });

  it('turn green on the day that a document begins, and red after an exemption', () => {
    const later = published('a', { title: 'a', validFrom: '2026-12-01', expiresOn: '2027-06-30' });
    const exempt = asksFor('b', 'blocking', { exemption: { until: '2026-12-24' } });
    expect(timeline([asksFor('a'), exempt], [later])).toEqual([
      `${TODAY}: 1 + 0, null`,
      '2026-12-01: 0 + 0, null',
      '2026-12-25: 1 + 0, 2026-12-25',
      '2027-06-01: 1 + 0, soon, 2026-12-25',
      '2027-07-01: 2 + 0, 2026-12-25',
    ]);
  });

  it('end after two dozen changes, however many there are', () => {
    const papers = Array.from({ length: 40 }, (_, at) =>
      published(`p${at}`, {
        title: 'a',
        validFrom: addMonths('2027-01-01', at),
        expiresOn: addMonths('2027-01-10', at),
      }),
    );
    const spans = timelineOf([asksFor('a', 'blocking', { warnDays: [] })], papers, TODAY, CHILE);
    expect(spans).toHaveLength(24);
    expect(spans.at(-1)).toMatchObject({ from: '2027-12-01', blocking: 0 });
  });
});

describe('how each rule stands on the first day', () => {
  it('names since when it fails, or from when on it will', () => {
    const rules = [asksFor('a'), asksFor('b', 'warning'), asksFor('c'), asksFor('d'), asksFor('e')];
    const exempt = asksFor('f', 'blocking', { exemption: { until: null } });
    const papers = [
      paper('a', '2027-01-31'),
      paper('b', '2026-10-31'),
      working('d', { title: 'd', state: STATE.draft, expiresOn: '2026-10-31' }),
      published('e', { title: 'e' }),
    ];
    expect(standings([...rules, exempt], papers)).toEqual([
      { status: 'complies', day: '2027-02-01' },
      { status: 'fails', day: '2026-11-01' },
      { status: 'fails', day: null },
      { status: 'fails', day: null },
      { status: 'fails', day: null },
      { status: 'exempt', day: null },
    ]);
  });

  it('names the day after the last document that counted, not after one that others outlasted', () => {
    const two = asksFor('a', 'blocking', { minCount: 2 });
    const papers = [paper('a1', '2026-03-31'), paper('a2', '2026-05-31'), paper('a3', '2026-07-31')];
    expect(standings([asksFor('a')], papers)).toEqual([{ status: 'fails', day: '2026-08-01' }]);
    expect(standings([two], papers)).toEqual([{ status: 'fails', day: '2026-06-01' }]);
    const early = published('a4', { title: 'a', validFrom: '2026-09-01', expiresOn: '2026-09-30' });
    expect(standings([two], [...papers, early])).toEqual([{ status: 'fails', day: '2026-06-01' }]);
    expect(standings([asksFor('a')], [...papers, early])).toEqual([{ status: 'fails', day: '2026-10-01' }]);
  });

  it('names the end of an exemption where nothing counted since, and of a document where it did', () => {
    const until = (day: string) => asksFor('a', 'blocking', { exemption: { until: day } });
    const over = [paper('a', '2026-06-30')];
    const failsSince = (given: Asked, papers: JudgedRecord[]) => standings([given], papers)[0]?.day;
    expect(failsSince(until('2026-05-31'), over)).toBe('2026-07-01');
    expect(failsSince(until('2026-06-30'), over)).toBe('2026-07-01');
    expect(failsSince(until('2026-08-31'), over)).toBe('2026-09-01');
    expect(failsSince(until('2026-08-31'), [])).toBe('2026-09-01');
    expect(failsSince(until('2026-11-20'), [])).toBe(TODAY);
  });

  it('names of papers by periods the first deadline that was missed', () => {
    const monthly = asksFor('libro', 'blocking', {
      ...{ periodicity: 'monthly', validity: { basis: 'period', months: null, graceDays: 10 } },
    });
    const of = (month: string) => published(month, { title: `Libro ${month}` });
    expect(standings([monthly], [of('2026-07')])).toEqual([{ status: 'fails', day: '2026-09-11' }]);
    expect(standings([monthly], [of('2026-07'), of('2026-05')])).toEqual([
      { status: 'fails', day: '2026-09-11' },
    ]);
    expect(standings([monthly], [])).toEqual([{ status: 'fails', day: null }]);
    // Five years back are looked through, and no more.
    expect(standings([monthly], [of('2021-10')])).toEqual([{ status: 'fails', day: '2021-12-11' }]);
    expect(standings([monthly], [of('2021-09')])).toEqual([{ status: 'fails', day: null }]);
  });
});

describe('the span of a day', () => {
  const spans = ['2026-03-01', '2026-01-01', '2026-02-01'].map((from) => ({ from }));
  it('is the last one that has begun, in whatever order they come', () => {
    expect(spanOn(spans, '2026-01-31')).toEqual({ from: '2026-01-01' });
    expect(spanOn(spans, '2026-02-01')).toEqual({ from: '2026-02-01' });
    expect(spanOn(spans, addDays('2026-03-01', 900))).toEqual({ from: '2026-03-01' });
  });
  it('is none before the first', () => {
    expect(spanOn(spans, '2025-12-31')).toBeUndefined();
  });
});
