import { describe, expect, it } from 'vitest';
import {
  cleared,
  filtersOf,
  isNarrowed,
  isPeriod,
  monthsBetween,
  monthsOf,
  queryOf,
  viewIn,
  withParts,
} from './filters.ts';

const TODAY = '2026-11-12';
const A = '0190a000-0000-7000-8000-000000000001';
const B = '0190a000-0000-7000-8000-000000000002';
const of = (text: string) => filtersOf(new URLSearchParams(text));

describe('the filters in the address', () => {
  it('come to what the server is asked for', () => {
    expect(queryOf(of(''), TODAY)).toEqual({});
    expect(queryOf(of('period=last'), TODAY)).toEqual({ from: '2025-01', to: '2025-12' });
    expect(queryOf(of('period=24'), TODAY)).toEqual({ from: '2024-12', to: '2026-11' });
    expect(queryOf(of('period=36&asOf=2026-01-31'), TODAY)).toEqual({
      asOf: '2026-01-31',
      from: '2023-02',
      to: '2026-01',
    });
    expect(queryOf(of('from=2025-03&to=2026-02'), TODAY)).toEqual({ from: '2025-03', to: '2026-02' });
    expect(queryOf(of(`calendar=${A},${B}&group=${A}&status=late,done`), TODAY)).toEqual({
      calendar: `${A},${B}`,
      group: A,
      status: 'done,late',
    });
  });

  it('are taken only for what they can be', () => {
    for (const text of [
      'asOf=2026-02-30',
      'asOf=mañana',
      'period=99',
      'period=custom',
      'from=2026-13&to=2026-14',
      'from=2026-05&to=2026-01',
      'from=2020-01&to=2026-12',
      'from=2026-01',
      'calendar=x,1',
      'status=todo',
    ])
      expect([text, queryOf(of(text), TODAY)]).toEqual([text, {}]);
    expect(of(`calendar=${A},${A}`).calendar).toEqual([A]);
  });

  it('name their months whatever the period', () => {
    expect(monthsOf(of(''), TODAY)).toEqual({ from: '2026-01', to: '2026-12' });
    expect(monthsOf(of('asOf=2025-02-01'), TODAY)).toEqual({ from: '2025-01', to: '2025-12' });
    expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect([isPeriod('2024-01', '2026-12'), isPeriod('2023-12', '2026-12')]).toEqual([true, false]);
  });

  it('are cleared without losing the day and the view', () => {
    const params = new URLSearchParams(`view=table&asOf=2026-03-01&from=2025-01&to=2025-02&calendar=${A}`);
    expect(isNarrowed(filtersOf(params))).toBe(true);
    expect(cleared(params).toString()).toBe('view=table&asOf=2026-03-01');
    expect(isNarrowed(filtersOf(cleared(params)))).toBe(false);
  });

  it('change one by one, and the rest stays', () => {
    const next = withParts(new URLSearchParams('view=table&status=done'), { status: null, group: A });
    expect(next.toString()).toBe(`view=table&group=${A}`);
    expect(viewIn(next)).toBe('table');
    expect(viewIn(new URLSearchParams('view=nada'))).toBe('matrix');
  });
});
