import { describe, expect, it } from 'vitest';
import { filtersOf, isNarrowed, kindIn, queryOf, withKind, withoutFilters } from './filters.ts';

const of = (text: string) => new URLSearchParams(text);

describe('the list of contractors in the URL', () => {
  it('begins with contractors', () => {
    expect(kindIn(of(''))).toBe('contractor');
    expect(kindIn(of('kind=owner'))).toBe('contractor');
    expect(kindIn(of('kind=site'))).toBe('site');
  });

  it('leaves out what the server would refuse', () => {
    expect(filtersOf(of(`q=+&group=x&standing=purple&ended=no`))).toEqual({});
    expect(queryOf(of('kind=worker&q=p%C3%A9rez&standing=fail&ended=yes'))).toEqual({
      kind: 'worker',
      q: 'pérez',
      standing: 'fail',
      ended: 'yes',
    });
  });

  it('is not narrowed by showing more', () => {
    expect(isNarrowed(filtersOf(of('ended=yes')))).toBe(false);
    expect(isNarrowed(filtersOf(of('standing=ok')))).toBe(true);
  });

  it('takes the state to another kind, and not the words', () => {
    expect(withKind(of('q=sur&standing=fail'), 'site').toString()).toBe('standing=fail&kind=site');
    expect(withKind(of('kind=site'), 'contractor').toString()).toBe('');
    expect(withoutFilters(of('kind=site&q=sur&standing=fail&ended=yes')).toString()).toBe(
      'kind=site&ended=yes',
    );
  });
});
