import { describe, expect, it } from 'vitest';
import { filtersOf, queryOf, withFilter } from './filters.ts';

const ID = '01a2b3c4-0000-7000-8000-000000000000';

describe('the filters of people in the address', () => {
  it('become the server’s query', () => {
    const params = new URLSearchParams(`text=soto&enabled=false&role=admin&group=${ID}&sort=-lastSignIn`);
    expect(queryOf(params)).toEqual({
      ...{ text: 'soto', enabled: 'false', role: 'admin', group: ID, sort: '-lastSignIn' },
    });
  });

  it('are left out where they are said wrongly', () => {
    const params = new URLSearchParams(
      `text=${'x'.repeat(101)}&enabled=si&role=dueña&group=1&department=&sort=password`,
    );
    expect(queryOf(params)).toEqual({ sort: 'name' });
  });

  it('change one at a time', () => {
    const params = withFilter(new URLSearchParams('text=soto&role=admin'), 'role', null);
    expect(filtersOf(params)).toEqual({ text: 'soto' });
    expect(params.toString()).toBe('text=soto');
  });
});
