import { describe, expect, it } from 'vitest';
import { STATE } from '../access/states.ts';
import { CHILE, NO_HOLIDAYS } from '../organization/holidays.ts';
import { evaluate } from './evaluate.ts';
import { face, judge, published, rule, working } from './testing/judged.ts';

const found = (...given: Parameters<typeof judge>) =>
  judge(...given)
    .satisfiedBy.map(({ record, version }) => `${record} ${version}`)
    .join(', ');
const expiring = rule({ validity: { basis: 'expiresOn' } });

describe('the documents that a rule is met by', () => {
  it('are named with what lasts longest first, and by their names where they last alike', () => {
    const papers = [
      published('b', { expiresOn: '2027-01-01' }),
      published('c', { expiresOn: '2028-01-01' }),
      published('a', { expiresOn: '2027-01-01' }),
      published('d', { expiresOn: '2026-11-20' }),
    ];
    expect(found(expiring, papers)).toBe('c v1, a v1, b v1');
    expect(found(expiring, papers.toReversed())).toBe('c v1, a v1, b v1');
    expect(found(rule(), papers)).toBe('a v1, b v1, c v1, d v1');
  });

  it('are those in an accepted state, wherever others come', () => {
    const papers = [working('a'), published('b'), working('c'), published('d')];
    expect(found(rule({ minCount: 2 }), papers)).toBe('b v1, d v1');
    expect(found(rule({ acceptedStates: [STATE.draft] }), papers)).toBe('a v1, c v1');
  });

  it('are named once, by the face that lasts longest', () => {
    const twice = {
      record: 'a',
      working: face({ version: 'v2', state: STATE.approved, expiresOn: '2029-01-01' }),
      published: face({ expiresOn: '2027-01-01' }),
    };
    const both = { ...expiring, acceptedStates: [STATE.approved, STATE.published] };
    expect(found(both, [twice])).toBe('a v2');
    expect(found(expiring, [twice])).toBe('a v1');
  });

  it('are named by what is published, of two faces that last alike', () => {
    const twice = {
      record: 'a',
      working: face({ version: 'v2', state: STATE.approved }),
      published: face(),
    };
    expect(found(rule({ acceptedStates: [STATE.approved, STATE.published] }), [twice])).toBe('a v1');
  });

  it('are not those whose time has still to come, nor do these hide others', () => {
    const later = published('a', { validFrom: '2026-11-22', expiresOn: '2030-01-01' });
    const now = published('b', { validFrom: '2026-11-21', expiresOn: '2027-01-01' });
    expect(found(expiring, [later, now])).toBe('b v1');
    expect(found(expiring, [later, now], '2026-11-22')).toBe('a v1, b v1');
  });

  it('are looked at only by what is published where something is', () => {
    const edited = { record: 'a', working: face({ expiresOn: '2029-01-01' }), published: face() };
    expect(judge(expiring, [edited]).reasons).toMatchObject([{ code: 'EXPIRED', until: null }]);
    expect(judge(expiring, [{ record: 'a', working: null, published: null }]).reasons).toEqual([
      { code: 'MISSING' },
    ]);
  });
});

describe('how long a document is good for', () => {
  const issued = (months: number | null, graceDays = 0) =>
    rule({ validity: { basis: 'issuedOn', months, graceDays } });
  const paper = [published('a', { issuedOn: '2026-01-31' })];

  it('is so many months from its day of issue, a year where the rule does not say', () => {
    expect(judge(issued(1), paper, '2026-02-28').failsOn).toBe('2026-03-01');
    expect(judge(issued(null), paper).failsOn).toBe('2027-02-01');
  });

  it('is longer by the grace, which ends on a working day', () => {
    // 28 February 2026 is a Saturday, and so is 14 March after two weeks.
    expect(judge(issued(1, 14), paper, '2026-02-28').failsOn).toBe('2026-03-17');
    expect(judge(issued(1, 14), [published('a')]).reasons).toEqual([
      { code: 'EXPIRED', record: 'a', until: null },
    ]);
  });

  it('has no end where the rule asks for none', () => {
    const outcome = judge(rule(), [published('a', { expiresOn: '2020-01-01', validFrom: '2030-01-01' })]);
    expect(outcome).toMatchObject({ status: 'complies', failsOn: null, nextChangeOn: null, dueSoon: false });
  });
});

describe('the period that a document covers', () => {
  const monthly = (basis: 'issuedOn' | 'expiresOn' | 'period' | 'none') =>
    rule({ periodicity: 'monthly', validity: { basis, graceDays: 10 } });
  /** October is owed from 11 November on. */
  const status = (basis: Parameters<typeof monthly>[0], values: Parameters<typeof published>[1]) =>
    judge(monthly(basis), [published('a', values)]).status;

  it('is by issue the month it was issued in, whatever its title names', () => {
    expect(status('issuedOn', { issuedOn: '2026-10-31', title: 'Libro 2026-09' })).toBe('complies');
    expect(status('issuedOn', { issuedOn: '2026-11-01', title: 'Libro 2026-10' })).toBe('fails');
    expect(status('issuedOn', { title: 'Libro 2026-10' })).toBe('fails');
  });

  it('is by expiry every month up to its last day, whole ones', () => {
    expect(status('expiresOn', { expiresOn: '2026-10-31' })).toBe('complies');
    expect(status('expiresOn', { expiresOn: '2027-05-05' })).toBe('complies');
    expect(status('expiresOn', { expiresOn: '2026-10-30' })).toBe('fails');
    expect(status('expiresOn', { title: 'Libro 2026-10' })).toBe('fails');
  });

  it('is else the one that it says it is of', () => {
    for (const basis of ['period', 'none'] as const) {
      expect(status(basis, { title: 'Libro 2026-10', issuedOn: '2026-11-05' })).toBe('complies');
      expect(status(basis, { title: 'Libro 2026-09', issuedOn: '2026-10-05' })).toBe('fails');
    }
  });

  it('is good from the first to the last, whatever days the document carries beside', () => {
    const dated = { title: 'Libro', validFrom: '2026-10-15', expiresOn: '2026-10-20' };
    expect(status('period', dated)).toBe('complies');
  });
});

describe('the period that is owed', () => {
  const owed = (periodicity: 'monthly' | 'quarterly' | 'yearly', graceDays: number, on: string) => {
    const given = rule({ periodicity, validity: { basis: 'issuedOn', graceDays } });
    return judge(given, [published('a')], on).reasons[0]?.period;
  };

  it('is the one before, from the day after its last one on', () => {
    expect(owed('monthly', 0, '2026-10-31')).toBe('2026-09');
    expect(owed('monthly', 0, '2026-11-01')).toBe('2026-10');
    expect(owed('quarterly', 0, '2026-12-31')).toBe('2026-T3');
    expect(owed('yearly', 0, '2027-01-01')).toBe('2026');
  });

  it('is a later one by so many days of grace, also where these last longer than the period', () => {
    // Ten days after Saturday the 31st of October are Tuesday the tenth.
    expect(owed('monthly', 10, '2026-11-10')).toBe('2026-09');
    expect(owed('monthly', 10, '2026-11-11')).toBe('2026-10');
    expect(owed('monthly', 75, '2026-11-21')).toBe('2026-08');
  });

  it('is of each rule by its own grace, and of each calendar by its own holidays', () => {
    const given = (graceDays: number) =>
      rule({ periodicity: 'monthly', validity: { basis: 'issuedOn', graceDays } });
    const periods = (on: string, holidays = CHILE) =>
      evaluate([given(12), given(5)], [published('a')], on, holidays).map(
        ({ outcome }) => outcome.reasons[0]?.period,
      );
    expect(periods('2026-11-09')).toEqual(['2026-09', '2026-10']);
    // Monday 12 October 2026 is a holiday: twelve days after September end on the 13th there.
    expect(periods('2026-10-13')).toEqual(['2026-08', '2026-09']);
    expect(periods('2026-10-13', NO_HOLIDAYS)).toEqual(['2026-09', '2026-09']);
  });
});
