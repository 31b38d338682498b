import { describe, expect, it } from 'vitest';
import { STATE } from '../access/states.ts';
import type { JudgedRecord } from './rule.ts';
import { face, judge, published, rule, working } from './testing/judged.ts';

const TODAY = '2026-11-21';
const expiring = rule({ validity: { basis: 'expiresOn' } });
const yearly = rule({ periodicity: 'yearly', validity: { basis: 'period' } });
const why = (given: typeof expiring, ...records: JudgedRecord[]) => judge(given, records, TODAY).reasons;

describe('why a document that ends does not count', () => {
  it('names the one that ended last', () => {
    const old = published('a', { expiresOn: '2024-01-31' });
    const lately = published('b', { expiresOn: '2026-03-31' });
    const reason = { code: 'EXPIRED', record: 'b', until: '2026-03-31' };
    expect(why(expiring, old, lately)).toEqual([reason]);
    expect(why(expiring, lately, old)).toEqual([reason]);
  });

  it('names one that does not say when it ends only where no other ended', () => {
    const silent = published('a');
    expect(why(expiring, silent, published('b', { expiresOn: '2020-01-01' }))).toMatchObject([
      { record: 'b' },
    ]);
    expect(why(expiring, silent)).toEqual([{ code: 'EXPIRED', record: 'a', until: null }]);
  });

  it('names what ended yesterday, not what ends today', () => {
    const two = { ...expiring, minCount: 2 };
    const [yesterday, today] = [
      published('a', { expiresOn: '2026-11-20' }),
      published('b', { expiresOn: '2026-11-21' }),
    ];
    expect(why(two, yesterday, today)).toEqual([
      { code: 'TOO_FEW', have: 1, need: 2 },
      { code: 'EXPIRED', record: 'a', until: '2026-11-20' },
    ]);
    expect(why(two, today)).toEqual([{ code: 'TOO_FEW', have: 1, need: 2 }]);
  });

  it('names beside it what waits for its state, but no draft on top of it', () => {
    const over = { expiresOn: '2026-01-01' };
    const draft = working('b', { expiresOn: '2027-01-01' });
    expect(why(expiring, published('a', over), draft)).toEqual([
      { code: 'EXPIRED', record: 'a', until: '2026-01-01' },
      { code: 'WRONG_STATE', record: 'b', state: STATE.draft },
    ]);
    const onTop = {
      record: 'a',
      working: face({ version: 'v2', state: STATE.draft, expiresOn: '2027-01-01' }),
      published: face(over),
    };
    expect(why(expiring, onTop)).toEqual([{ code: 'EXPIRED', record: 'a', until: '2026-01-01' }]);
  });

  it('says that nothing is there where all that is there begins later', () => {
    const later = published('a', { validFrom: '2026-12-01', expiresOn: '2027-12-01' });
    expect(why(expiring, later)).toEqual([{ code: 'MISSING' }]);
  });
});

describe('why the papers of a period do not count', () => {
  const of = (record: string, year: number) => published(record, { title: `Plan ${year}` });
  const draftOf = (record: string, year: number) => working(record, { title: `Plan ${year}` });

  it('names the document of the latest period, be it published or not', () => {
    const wrong = { code: 'WRONG_PERIOD', period: '2025' };
    expect(why(yearly, of('a', 2022), of('b', 2024), of('c', 2023))).toEqual([{ ...wrong, record: 'b' }]);
    expect(why(yearly, of('a', 2022), draftOf('b', 2024))).toEqual([{ ...wrong, record: 'b' }]);
    expect(why(yearly, of('a', 2024), draftOf('b', 2022))).toEqual([{ ...wrong, record: 'a' }]);
    // Of two of one period the published one.
    expect(why(yearly, draftOf('a', 2024), of('b', 2024))).toEqual([{ ...wrong, record: 'b' }]);
  });

  it('names the draft of the period that is owed, before any of another one', () => {
    const reason = { code: 'WRONG_STATE', record: 'c', state: STATE.draft, period: '2025' };
    expect(why(yearly, of('a', 2024), draftOf('b', 2024), draftOf('c', 2025))).toEqual([reason]);
    const two = { ...yearly, minCount: 2 };
    expect(why(two, of('a', 2025), draftOf('c', 2025))).toEqual([
      { code: 'TOO_FEW', have: 1, need: 2, period: '2025' },
      reason,
    ]);
  });

  it('says how many of the period are there, and nothing of others', () => {
    const three = { ...yearly, minCount: 3 };
    expect(why(three, of('a', 2025), of('b', 2025), of('c', 2024), draftOf('d', 2024))).toEqual([
      { code: 'TOO_FEW', have: 2, need: 3, period: '2025' },
    ]);
  });

  it('names any of the documents where none says of which period it is', () => {
    const byIssue = rule({ periodicity: 'yearly', validity: { basis: 'issuedOn' } });
    expect(why(byIssue, published('a'), published('b'))).toEqual([
      { code: 'WRONG_PERIOD', period: '2025', record: 'a' },
    ]);
    expect(why(byIssue, published('a'), published('b', { issuedOn: '2020-05-05' }))).toMatchObject([
      { record: 'b' },
    ]);
    expect(why(byIssue)).toEqual([{ code: 'MISSING' }]);
  });
});
