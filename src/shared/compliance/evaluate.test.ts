import { describe, expect, it } from 'vitest';
import { STATE } from '../access/states.ts';
import { CHILE } from '../organization/holidays.ts';
import { addDays, addMonths, dayIn, withGrace } from '../platform/days.ts';
import { titleMatches } from './match.ts';
import { namedInTitle } from './periods.ts';
import type { JudgedRecord, JudgedRule } from './rule.ts';
import { face, judge, published, rule, working } from './testing/judged.ts';
import { timelineOf } from './timeline.ts';

const expiring = rule({ validity: { basis: 'expiresOn' } });
const monthly = rule({ periodicity: 'monthly', validity: { basis: 'period', graceDays: 12 } });

describe('one document asked for', () => {
  it.each<[string, JudgedRule, JudgedRecord[], string, unknown[]]>([
    ['nothing there', rule(), [], 'fails', [{ code: 'MISSING' }]],
    ['another type', rule(), [published('a', { documentType: 'U' })], 'fails', [{ code: 'MISSING' }]],
    ['published', rule(), [published('a')], 'complies', []],
    ['a draft', rule(), [working('a')], 'fails', [{ code: 'WRONG_STATE', record: 'a', state: 0 }]],
    ['a draft that is accepted', rule({ acceptedStates: [0] }), [working('a')], 'complies', []],
    ['obsolete', rule(), [published('a', { state: 4 })], 'fails', [{ code: 'WRONG_STATE', record: 'a', state: 4 }]],
    ['one of two', rule({ minCount: 2 }), [published('a')], 'fails', [{ code: 'TOO_FEW', have: 1, need: 2 }]],
    [
      'two, one a draft', rule({ minCount: 2 }), [published('a'), working('b')], 'fails',
      [{ code: 'TOO_FEW', have: 1, need: 2 }, { code: 'WRONG_STATE', record: 'b', state: 0 }],
    ],
    ['all labels', rule({ match: { labelsAll: ['x', 'y'] } }), [published('a', { labels: ['x'] })], 'fails', [{ code: 'MISSING' }]],
    ['any label', rule({ match: { labelsAny: ['x', 'y'] } }), [published('a', { labels: ['y'] })], 'complies', []],
    ['title', rule({ match: { documentType: null, titlePattern: 'POLITICA*calidad' } }), [published('a', { title: 'Política de la calidad' })], 'complies', []],
    ['expired', expiring, [published('a', { expiresOn: '2026-11-20' })], 'fails', [{ code: 'EXPIRED', record: 'a', until: '2026-11-20' }]],
    ['expires today', expiring, [published('a', { expiresOn: '2026-11-21' })], 'complies', []],
    ['says no expiry', expiring, [published('a')], 'fails', [{ code: 'EXPIRED', record: 'a', until: null }]],
    ['not yet valid', expiring, [published('a', { validFrom: '2026-12-01', expiresOn: '2027-12-01' })], 'fails', [{ code: 'MISSING' }]],
    ['issued a year ago', rule({ validity: { basis: 'issuedOn', months: 12 } }), [published('a', { issuedOn: '2025-11-21' })], 'complies', []],
    ['issued before that', rule({ validity: { basis: 'issuedOn', months: 12 } }), [published('a', { issuedOn: '2025-11-20' })], 'fails', [{ code: 'EXPIRED', record: 'a', until: '2026-11-20' }]],
    ['within its grace', rule({ validity: { basis: 'expiresOn', graceDays: 10 } }), [published('a', { expiresOn: '2026-11-12' })], 'complies', []],
  ])('%s', (_, given, records, status, reasons) => {
    const outcome = judge(given, records);
    expect(outcome.status).toBe(status);
    expect(outcome.reasons).toEqual(reasons);
  }); // biome-ignore format: a table

  it('judges the snapshot: a draft on top, or working metadata, turn nothing red', () => {
    const good = face({ version: 'v1', expiresOn: '2027-01-01' });
    const onTop = face({ version: 'v2', state: STATE.draft, expiresOn: null, documentType: 'U' });
    const outcome = judge(expiring, [{ record: 'a', working: onTop, published: good }]);
    expect(outcome.satisfiedBy).toEqual([{ record: 'a', version: 'v1' }]);
    const edited = face({ version: 'v1', expiresOn: '2020-01-01' });
    expect(judge(expiring, [{ record: 'a', working: edited, published: good }]).status).toBe('complies');
    // Nor does what nobody has published make anything green.
    expect(judge(expiring, [{ record: 'a', working: good, published: edited }]).status).toBe('fails');
  });

  it('counts a record once, whichever of its faces count', () => {
    const both = { record: 'a', working: face({ version: 'v2', state: STATE.approved }), published: face() };
    const outcome = judge(rule({ minCount: 2, acceptedStates: [STATE.approved, STATE.published] }), [both]);
    expect(outcome.reasons).toEqual([{ code: 'TOO_FEW', have: 1, need: 2 }]);
  });

  it('says when it will fail, and warns before', () => {
    const papers = [published('a', { expiresOn: '2027-01-31' }), published('b', { expiresOn: '2026-12-31' })];
    expect(judge(expiring, papers)).toMatchObject({
      failsOn: '2027-02-01',
      dueSoon: false,
      nextChangeOn: '2026-12-03',
    });
    expect(judge(expiring, papers, '2026-12-03')).toMatchObject({
      dueSoon: true,
      nextChangeOn: '2027-02-01',
    });
    expect(judge({ ...expiring, warnDays: [] }, papers, '2027-01-31')).toMatchObject({ dueSoon: false });
    expect(judge(expiring, papers, '2027-02-01')).toMatchObject({
      status: 'fails',
      failsOn: null,
      nextChangeOn: null,
    });
  });

  it('is exempt to the last day of its exemption', () => {
    const exempt = { ...expiring, exemption: { until: '2026-12-31' } };
    expect(judge(exempt, [])).toMatchObject({ status: 'exempt', reasons: [], nextChangeOn: '2027-01-01' });
    expect(judge(exempt, [], '2027-01-01').status).toBe('fails');
    expect(judge({ ...expiring, exemption: { until: null } }, [], '2090-01-01').status).toBe('exempt');
  });
});

describe('papers of a period', () => {
  const of = (record: string, title: string) => published(record, { title, issuedOn: '2026-11-12' });

  it('owes a month once its grace is over', () => {
    // October's grace ends on Thursday 12 November; September's would have ended on the holiday of 12 October.
    const september = of('a', 'F30-1, septiembre 2026');
    expect(judge(monthly, [september], '2026-11-12')).toMatchObject({
      status: 'complies',
      failsOn: '2026-11-13',
      dueSoon: true,
    });
    expect(judge(monthly, [september], '2026-11-13').reasons).toEqual([
      { code: 'WRONG_PERIOD', period: '2026-10', record: 'a' },
    ]);
    expect(judge(monthly, [], '2026-10-13').status).toBe('fails');
  });

  it('warns of a month only when it is over', () => {
    const october = of('a', 'F30-1, octubre 2026');
    expect(judge(monthly, [october], '2026-11-20')).toMatchObject({
      status: 'complies',
      dueSoon: false,
      nextChangeOn: '2026-12-01',
    });
    expect(judge(monthly, [october], '2026-12-01')).toMatchObject({ dueSoon: true, failsOn: '2026-12-15' });
  });

  it('says that the month’s paper waits for its state, and how many are there', () => {
    const waiting = working('b', { title: 'F30-1 octubre de 2026', state: STATE.pendingReview });
    expect(judge(monthly, [of('a', 'F30-1 septiembre 2026'), waiting]).reasons).toEqual([
      { code: 'WRONG_STATE', record: 'b', state: 5, period: '2026-10' },
    ]);
    expect(judge({ ...monthly, minCount: 2 }, [of('a', 'F30-1 octubre 2026')]).reasons).toEqual([
      { code: 'TOO_FEW', have: 1, need: 2, period: '2026-10' },
    ]);
  });

  it('turns red where a month is left out, and green again after it', () => {
    const papers = [of('a', 'F30-1 2026-10'), of('b', 'F30-1 2026-12')];
    const spans = timelineOf([{ ...monthly, severity: 'blocking' }], papers, '2026-11-21', CHILE);
    expect(spans.map(({ from, blocking, dueSoon }) => [from, blocking, dueSoon])).toEqual([
      ['2026-11-21', 0, false],
      ['2026-12-01', 0, true],
      ['2026-12-15', 1, false],
      ['2027-01-13', 0, false],
      ['2027-02-01', 0, true],
      ['2027-02-13', 1, false],
    ]);
  });

  it.each([
    ['F30-1 Montajes, octubre 2026', 'monthly', '2026-10-01'],
    ['Cotizaciones OCTUBRE de 2026', 'monthly', '2026-10-01'],
    ['Libro 2026-03', 'monthly', '2026-03-01'],
    ['Libro 03/2026', 'quarterly', '2026-03-01'],
    ['Informe T2 2026', 'quarterly', '2026-06-01'],
    ['Informe 2026 trimestre 4', 'quarterly', '2026-12-01'],
    ['Revisión por la dirección 2025', 'yearly', '2025-01-01'],
    ['ISO 9001 plan', 'yearly', null],
    ['Contrato 2026', 'monthly', null],
  ] as const)('%s is of its %s period', (title, kind, day) => {
    expect(namedInTitle(title, kind)).toBe(day);
  });
});

describe('days', () => {
  it('keeps to the organization’s clock, also where it changes', () => {
    expect(dayIn('America/Santiago', new Date('2026-11-21T02:59:00Z'))).toBe('2026-11-20');
    expect(dayIn('America/Santiago', new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-21');
    expect(dayIn('America/Santiago', new Date('2026-07-21T03:30:00Z'))).toBe('2026-07-20');
    expect(dayIn('Pacific/Easter', new Date('2026-11-21T04:59:00Z'))).toBe('2026-11-20');
  });
  it('adds months to the end of a shorter one, and stays within four digits', () => {
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
    expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
    expect(addDays('9999-12-31', 30)).toBe('9999-12-31');
    expect(addDays('0001-01-01', -90)).toBe('0001-01-01');
  });
  it('moves the end of a grace off holidays and week-ends', () => {
    expect(withGrace('2026-09-15', 3, CHILE)).toBe('2026-09-21');
    expect(withGrace('2026-11-21', 0, CHILE)).toBe('2026-11-21');
  });
});

it('a title pattern is no expression, and is never slow', () => {
  expect(titleMatches('Plan (a+)+$', '(a+)+$')).toBe(true);
  const before = process.cpuUsage();
  titleMatches('a'.repeat(10_000), `${'a*'.repeat(2000)}b`);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
});

describe('a rule with a first day', () => {
  const begins = (startsOn: string, given = rule()) => ({ ...given, startsOn });

  it('asks for nothing before it, and says when it will', () => {
    const before = judge(begins('2026-12-01'), []);
    expect(before).toMatchObject({
      status: 'complies',
      reasons: [],
      satisfiedBy: [],
      startsOn: '2026-12-01',
    });
    expect(before.failsOn).toBe('2026-12-01');
    expect(judge(begins('2026-12-01'), [], '2026-12-01')).toMatchObject({ status: 'fails', startsOn: null });
    expect(judge(begins('2026-12-01'), [published('a')]).failsOn).toBe(null);
  });

  it('asks for no period that was over by then: nothing of October is due in a folder of November', () => {
    // October's papers were due until 12 November, November's are until 12 December.
    const given = begins('2026-11-21', monthly);
    expect(judge(monthly, []).status).toBe('fails');
    expect(judge(given, [])).toMatchObject({ status: 'complies', failsOn: '2026-12-15' });
    expect(judge(given, [], '2026-12-14').status).toBe('complies');
    expect(judge(given, [], '2026-12-15').status).toBe('fails');
    const november = published('n', { title: 'Papel noviembre 2026' });
    expect(judge(given, [november], '2026-12-15')).toMatchObject({ status: 'complies', startsOn: null });
  });

  it('fails since that day, or since the first period that it asks for', () => {
    const [once] = timelineOf([{ ...begins('2026-11-10'), severity: 'blocking' }], [], '2026-11-21', CHILE);
    expect(once).toMatchObject({ blocking: 1, dueOn: '2026-11-10' });
    const late = { ...begins('2026-08-15', monthly), severity: 'blocking' as const };
    // August is over at the end of August: its papers were due until 14 September, the twelfth being a Saturday.
    expect(timelineOf([late], [], '2026-11-21', CHILE)[0]).toMatchObject({
      blocking: 1,
      dueOn: '2026-09-15',
    });
  });
});
