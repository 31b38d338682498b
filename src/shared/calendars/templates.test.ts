import { expect, it } from 'vitest';
import { CHILE } from '../organization/holidays.ts';
import { duesBetween, NON_WORKING_POLICIES, problemOf, type Schedule } from './schedule.ts';
import { OBLIGATION_TEMPLATES } from './templates.ts';

const schedule = ({
  recurrence,
  nonWorkingPolicy,
  termDays,
}: (typeof OBLIGATION_TEMPLATES)[number]): Schedule => ({
  ...{ recurrence, nonWorkingPolicy, termDays },
  ...{ startsOn: '2026-09-01', endsOn: null, dayKind: 'corridos' },
});

it.each(OBLIGATION_TEMPLATES.map((each) => [each.title, each] as const))(
  '%s says who asks for it and by which law, can be kept, and is warned of and shown',
  (_, template) => {
    for (const text of [template.title, template.authority, template.legalBasis])
      expect(text).toMatch(/\S{2}/);
    expect(problemOf(schedule(template), '2028-06-30', CHILE)).toBeNull();
    expect(template.minCount).toBe(1);
    expect(NON_WORKING_POLICIES).toContain(template.nonWorkingPolicy);
    expect(template.leadDays.at(-1)).toBe(template.key === 'iso9001' ? 7 : 1);
  },
);

it('falls due when the law says, moved where nobody works then', () => {
  const due = Object.fromEntries(
    OBLIGATION_TEMPLATES.map((each) => [
      each.key,
      duesBetween(schedule(each), '2026-09-01', '2027-03-31', CHILE)
        .map(({ dueOn }) => dueOn.slice(2))
        .join(' '),
    ]),
  );
  expect(due).toEqual({
    // A Sunday in September, December and 2027's February and a Saturday in March.
    f30: '26-09-21 26-10-20 26-11-20 26-12-21 27-01-20 27-02-22 27-03-22',
    contributions10: '26-09-10 26-10-13 26-11-10 26-12-10 27-01-11 27-02-10 27-03-10',
    contributions13: '26-09-13 26-10-13 26-11-13 26-12-13 27-01-13 27-02-13 27-03-13',
    iso9001: '27-03-31',
    data: '26-10-01',
  });
});
