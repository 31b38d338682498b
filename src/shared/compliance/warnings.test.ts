import { describe, expect, it } from 'vitest';
import { STATE } from '../access/states.ts';
import { CHILE } from '../organization/holidays.ts';
import { addDays, type Day } from '../platform/days.ts';
import { lookedAt, prepare } from './papers.ts';
import type { JudgedRecord, JudgedRule } from './rule.ts';
import { tellingOn } from './warnings.ts';

const TODAY = '2026-11-20';
const rule = (values: Partial<JudgedRule> = {}): JudgedRule => ({
  match: { documentType: null, labelsAll: [], labelsAny: [], titlePattern: 'papel' },
  minCount: 1,
  acceptedStates: [STATE.published],
  validity: { basis: 'expiresOn', months: null, graceDays: 0 },
  periodicity: 'once',
  warnDays: [60, 30, 15, 7],
  startsOn: null,
  exemption: null,
  ...values,
});
const monthly = (values: Partial<JudgedRule> = {}): JudgedRule =>
  rule({ periodicity: 'monthly', validity: { basis: 'period', months: null, graceDays: 10 }, ...values });
const paper = (expiresOn: Day | null, title = 'Papel'): JudgedRecord => ({
  record: `${title} ${expiresOn}`,
  working: null,
  published: {
    ...{ version: 'v', state: STATE.published, title, labels: [], documentType: null, date: '2020-01-01' },
    ...{ issuedOn: null, validFrom: null, expiresOn },
  },
});
const told = (given: JudgedRule, papers: readonly JudgedRecord[], day = TODAY) => {
  const { warning, nextOn } = tellingOn(prepare(given, lookedAt(papers), CHILE), day);
  return `${warning ? `${warning.dueOn} ${warning.stage}` : 'nothing'}, ${nextOn}`;
};
const ahead = (days: number) => addDays(TODAY, days);

describe('what is told of a rule on a day', () => {
  it('is nothing while its document lasts longer than any warning reaches', () => {
    expect(told(rule(), [paper(ahead(100))])).toBe(`nothing, ${ahead(41)}`);
    expect(told(rule({ validity: { basis: 'none', months: null, graceDays: 0 } }), [paper(null)])).toBe(
      'nothing, null',
    );
  });

  it('is each day of warning once it has come, and the last of them alone', () => {
    const papers = [paper(ahead(59))];
    const due = ahead(60);
    expect(told(rule(), papers)).toBe(`${due} 60, ${ahead(30)}`);
    expect(told(rule(), papers, ahead(29))).toBe(`${due} 60, ${ahead(30)}`);
    expect(told(rule(), papers, ahead(30))).toBe(`${due} 30, ${ahead(45)}`);
    expect(told(rule(), papers, ahead(59))).toBe(`${due} 7, ${due}`);
    expect(told(rule({ warnDays: [] }), papers, ahead(59))).toBe(`nothing, ${due}`);
  });

  it('is its failure from the first day on, whenever that is looked at', () => {
    const papers = [paper(ahead(-10))];
    expect(told(rule(), papers)).toBe(`${ahead(-9)} 0, null`);
    expect(told(rule(), papers, ahead(5))).toBe(`${ahead(-9)} 0, null`);
    expect(told(rule(), [])).toBe('null 0, null');
  });

  it('is nothing while the folder is exempt, and its failure afterwards', () => {
    const given = rule({ exemption: { until: ahead(3) } });
    expect(told(given, [])).toBe(`nothing, ${ahead(4)}`);
    expect(told(given, [], ahead(4))).toBe(`${ahead(4)} 0, null`);
  });

  it('is told anew of each period whose papers are missing', () => {
    // Grace of ten days; the tenth of October 2026 is a Saturday, and Monday the twelfth a holiday.
    expect(told(monthly(), [])).toBe('2026-11-11 0, 2026-12-11');
    expect(told(monthly(), [], '2026-12-11')).toBe('2026-12-11 0, 2027-01-12');
    const october = [paper(null, 'Papel 2026-10')];
    expect(told(monthly(), october)).toBe('nothing, 2026-12-01');
    // Not before November is over, though sixty days before its papers are due have long passed.
    expect(told(monthly(), october, '2026-12-01')).toBe('2026-12-11 15, 2026-12-04');
    expect(told(monthly(), october, '2026-12-04')).toBe('2026-12-11 7, 2026-12-11');
    expect(told(monthly(), october, '2026-12-11')).toBe('2026-12-11 0, 2027-01-12');
    const exempt = monthly({ exemption: { until: '2026-11-15' } });
    expect(told(exempt, [])).toBe('2026-11-16 0, 2026-12-11');
    // Once an exemption is over, each period that is owed is told of again, and the last day of one is not owed.
    expect(told(monthly({ exemption: { until: '2026-08-15' } }), [])).toBe('2026-11-11 0, 2026-12-11');
    expect(told(monthly({ exemption: { until: '2026-11-11' } }), [])).toBe('2026-11-12 0, 2026-12-11');
  });
});
