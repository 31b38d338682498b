import { expect, it } from 'vitest';
import {
  cleared,
  dayIn,
  filtersIn,
  isNarrowed,
  rangeOf,
  stepFrom,
  viewIn,
  whoseIn,
  withWhose,
} from './filters.ts';

it('shows whole weeks of a month, a week, and the same after it', () => {
  expect(rangeOf('month', '2026-11-22')).toEqual({ from: '2026-10-26', to: '2026-12-06' });
  expect(rangeOf('week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(rangeOf('list', '2026-11-22')).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  expect(stepFrom('month', '2026-01-31', 1)).toBe('2026-02-01');
  expect(stepFrom('list', '2026-11-22', -1)).toBe('2025-11-01');
});

it('takes what stands in the address for what it is', () => {
  expect(viewIn(new URLSearchParams('view=week'))).toBe('week');
  expect(viewIn(new URLSearchParams('view=nada'))).toBe('month');
  expect(dayIn(new URLSearchParams('on=2026-99-99'), '2026-11-22')).toBe('2026-11-22');
  expect(dayIn(new URLSearchParams('on=2026-03-01'), '2026-11-22')).toBe('2026-03-01');
});

it('keeps whose due days are shown in the address, one at a time', () => {
  const nobody = withWhose(new URLSearchParams('view=list&mine=yes'), 'nobody');
  expect(String(nobody)).toBe('view=list&responsible=nobody');
  expect(whoseIn(nobody)).toBe('nobody');
  expect(whoseIn(withWhose(nobody, 'mine'))).toBe('mine');
  expect(String(withWhose(nobody, 'all'))).toBe('view=list');
  expect(whoseIn(new URLSearchParams('responsible=somebody'))).toBe('all');
});

it('reads several calendars and states, leaves out what is neither, and clears all of them', () => {
  const [one, other] = ['0197a1b2-0000-7000-8000-000000000001', '0197a1b2-0000-7000-8000-000000000002'];
  const params = new URLSearchParams(
    `view=list&on=2026-03-01&calendar=${one},zzz,${other}&status=overdue,nada&mine=yes`,
  );
  expect(filtersIn(params)).toEqual({ calendar: [one, other], status: ['overdue'] });
  expect(isNarrowed(params)).toBe(true);
  expect(String(cleared(params))).toBe('view=list&on=2026-03-01');
  expect(isNarrowed(cleared(params))).toBe(false);
  expect(isNarrowed(new URLSearchParams('responsible=nobody'))).toBe(true);
});
