import { describe, expect, it } from 'vitest';
import { STATE } from '../access/states.ts';
import type { JudgedRecord } from './rule.ts';
import { judge, published, rule, working } from './testing/judged.ts';

const TODAY = '2026-11-21';
const expiring = rule({ validity: { basis: 'expiresOn' } });
const stands = (given: typeof expiring, records: readonly JudgedRecord[], on = TODAY) => {
  const { status, dueSoon, failsOn, nextChangeOn } = judge(given, records, on);
  return `${status}${dueSoon ? ', soon' : ''}; fails ${failsOn}, changes ${nextChangeOn}`;
};
const paper = (record: string, expiresOn: string, validFrom: string | null = null) =>
  published(record, { expiresOn, validFrom });

describe('what comes for a document that ends', () => {
  it('is warned of on the earliest day of warning, whatever their order', () => {
    const ending = [paper('a', '2027-01-31')];
    for (const warnDays of [
      [30, 7],
      [7, 30],
    ]) {
      const given = { ...expiring, warnDays };
      expect(stands(given, ending)).toBe('complies; fails 2027-02-01, changes 2027-01-02');
      expect(stands(given, ending, '2027-01-01')).toBe('complies; fails 2027-02-01, changes 2027-01-02');
      expect(stands(given, ending, '2027-01-02')).toBe(
        'complies, soon; fails 2027-02-01, changes 2027-02-01',
      );
    }
  });

  it('is not warned of where the rule has no days of warning', () => {
    const given = { ...expiring, warnDays: [] };
    expect(stands(given, [paper('a', TODAY)])).toBe('complies; fails 2026-11-22, changes 2026-11-22');
  });

  it('is the first day on which too few are left, not the first on which one ends', () => {
    const papers = [paper('a', '2026-12-31'), paper('b', '2027-03-31'), paper('c', '2027-05-31')];
    expect(stands({ ...expiring, minCount: 2 }, papers)).toBe(
      'complies; fails 2027-04-01, changes 2027-01-31',
    );
    expect(stands({ ...expiring, minCount: 3 }, papers)).toContain('fails 2027-01-01');
    const unaccepted = working('d', { expiresOn: '2026-11-30' });
    expect(stands(expiring, [...papers, unaccepted])).toContain('fails 2027-06-01');
  });

  it('is a document that begins, where none counts yet', () => {
    const papers = [paper('a', '2027-12-31', '2027-01-15'), paper('b', '2027-06-30', '2026-12-15')];
    expect(stands(expiring, papers)).toBe('fails; fails null, changes 2026-12-15');
    expect(stands(expiring, papers, '2026-12-15')).toContain('complies; fails 2028-01-01');
    expect(stands(expiring, [...papers, paper('c', '2026-11-30')])).toContain('fails 2026-12-01');
  });

  it('is nothing for what lasts, for what is lost, and for what waits for its state', () => {
    expect(stands(rule(), [published('a')])).toBe('complies; fails null, changes null');
    expect(stands(expiring, [paper('a', '2026-11-20')])).toBe('fails; fails null, changes null');
    expect(stands(expiring, [working('a', { expiresOn: '2027-01-01', validFrom: '2026-12-01' })])).toBe(
      'fails; fails null, changes null',
    );
    expect(stands(expiring, [published('a')])).toBe('fails; fails null, changes null');
  });
});

describe('what comes for a folder that is exempt', () => {
  const exempt = (until: string | null) => ({ ...expiring, exemption: { until } });
  it('is the end of that, where it then stands in another way', () => {
    expect(stands(exempt('2026-12-31'), [])).toBe('exempt; fails null, changes 2027-01-01');
    expect(stands(exempt('2026-12-31'), [paper('a', '2027-06-30')])).toBe(
      'exempt; fails null, changes 2027-01-01',
    );
    expect(stands(exempt(null), [paper('a', '2027-06-30')])).toBe('exempt; fails null, changes null');
  });
  it('is what its documents say once that is over', () => {
    expect(stands(exempt('2026-11-20'), [paper('a', '2027-06-30')])).toBe(
      'complies; fails 2027-07-01, changes 2027-05-02',
    );
    expect(stands(exempt('2026-11-20'), [])).toBe('fails; fails null, changes null');
  });
  it('names no document and no reason meanwhile', () => {
    expect(judge(exempt(null), [published('a', { expiresOn: '2027-06-30' })])).toMatchObject({
      ...{ satisfiedBy: [], reasons: [] },
    });
  });
});

describe('what comes for papers by periods', () => {
  const monthly = rule({ periodicity: 'monthly', validity: { basis: 'period', graceDays: 10 } });
  const of = (...months: string[]) => months.map((month) => published(month, { title: `Libro ${month}` }));

  it('is the first month that nobody has handed in, warned of when that month is over', () => {
    expect(stands(monthly, of('2026-10'))).toBe('complies; fails 2026-12-11, changes 2026-12-01');
    expect(stands(monthly, of('2026-10', '2026-11', '2026-12'))).toBe(
      'complies; fails 2027-02-11, changes 2027-02-01',
    );
    expect(stands(monthly, of('2026-10', '2026-12'))).toContain('fails 2026-12-11');
    const late = { ...monthly, warnDays: [3] };
    expect(stands(late, of('2026-10'))).toBe('complies; fails 2026-12-11, changes 2026-12-08');
    expect(stands({ ...monthly, warnDays: [] }, of('2026-10'))).toBe(
      'complies; fails 2026-12-11, changes 2026-12-11',
    );
  });

  it('is the first month that was handed in ahead, where this one was not', () => {
    expect(stands(monthly, of('2026-12'))).toBe('fails; fails null, changes 2027-01-12');
    expect(stands(monthly, of('2026-09'))).toBe('fails; fails null, changes null');
    const draft = working('a', { title: 'Libro 2026-12', state: STATE.draft });
    expect(stands(monthly, [draft])).toBe('fails; fails null, changes null');
    expect(stands(monthly, [...of('2026-09'), draft])).toBe('fails; fails null, changes null');
  });

  it('is found also where it was handed in for decades ahead', () => {
    const years = Array.from({ length: 30 }, (_, at) => published(`${at}`, { title: `Plan ${2025 + at}` }));
    const yearly = rule({ periodicity: 'yearly', validity: { basis: 'period' } });
    expect(stands(yearly, years)).toBe('complies; fails 2056-01-01, changes 2056-01-01');
  });

  it('is nothing in sight where a document covers every period', () => {
    const byExpiry = rule({ periodicity: 'yearly', validity: { basis: 'expiresOn' } });
    expect(stands(byExpiry, [paper('a', '2028-06-30')])).toContain('fails 2029-01-01');
    expect(stands(byExpiry, [paper('a', '2026-12-31')])).toContain('fails 2028-01-01');
  });
});
