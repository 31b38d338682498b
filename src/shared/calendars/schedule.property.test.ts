import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHILE, NO_HOLIDAYS } from '../organization/holidays.ts';
import { addDays, addMonths, isWorkingDay } from '../platform/days.ts';
import { readRecurrence, writeRecurrence } from './recurrence.ts';
import {
  addWorkingDays,
  DAY_KINDS,
  duesBetween,
  NON_WORKING_POLICIES,
  problemOf,
  type Schedule,
} from './schedule.ts';

const rule = fc.oneof(
  fc.integer({ min: 1, max: 28 }).map((day) => `FREQ=MONTHLY;BYMONTHDAY=${day}`),
  fc.integer({ min: -18, max: -1 }).map((day) => `FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=${day}`),
  fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([month, day]) => `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${day}`),
  fc.constantFrom('FREQ=WEEKLY;BYDAY=MO', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR', 'FREQ=DAILY;COUNT=7', 'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=MONTHLY', 'FREQ=WEEKLY;INTERVAL=3', 'FREQ=YEARLY;BYMONTH=3'),
); // biome-ignore format: a table
const schedule = fc.record<Schedule>({
  recurrence: rule,
  startsOn: fc.integer({ min: 0, max: 400 }).map((from) => addDays('2025-06-01', from)),
  endsOn: fc.option(fc.integer({ min: 500, max: 900 }).map((to) => addDays('2025-06-01', to))),
  dayKind: fc.constantFrom(...DAY_KINDS),
  nonWorkingPolicy: fc.constantFrom(...NON_WORKING_POLICIES),
  termDays: fc.constantFrom(0, 0, 5, 30),
});
/** By working days a schedule knows those that every month has. */
const kept = schedule.filter((each) => problemOf(each, addMonths(each.startsOn, 18), CHILE) === null);

it('made twice, at any moments, in any order, there is one of each period and all are the same', () => {
  const moments = fc.array(fc.integer({ min: -200, max: 600 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(kept, moments, (each, clock) => {
      // As the server does: what is there already stays, what is missing up to its horizon is added.
      const made = new Map<string, string>();
      for (const jump of clock) {
        const today = addDays('2026-01-01', jump);
        for (const { period, dueOn } of duesBetween(each, each.startsOn, addMonths(today, 18), CHILE)) {
          if (made.has(period)) expect(made.get(period)).toBe(dueOn);
          else made.set(period, dueOn);
        }
      }
      const furthest = addMonths(addDays('2026-01-01', Math.max(...clock)), 18);
      const once = duesBetween(each, each.startsOn, furthest, CHILE);
      expect(new Set(once.map(({ period }) => period)).size).toBe(once.length);
      expect(Object.fromEntries(made)).toEqual(
        Object.fromEntries(once.map(({ period, dueOn }) => [period, dueOn])),
      );
    }),
  );
});

it('falls on working days wherever it says so, never before it begins but by moving back', () => {
  fc.assert(
    fc.property(kept, (each) => {
      for (const { dueOn } of duesBetween(each, '2025-01-01', '2027-12-31', CHILE)) {
        const moved = each.nonWorkingPolicy !== 'keep';
        if (moved) expect(isWorkingDay(dueOn, CHILE)).toBe(true);
        if (each.nonWorkingPolicy !== 'previous') expect(dueOn >= each.startsOn).toBe(true);
      }
    }),
  );
});

it('without holidays a term of working days is at most as near as one of all days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 1, max: 60 }), (from, days) => {
      const day = addDays('2025-06-01', from);
      expect(addWorkingDays(day, days, NO_HOLIDAYS) >= addDays(day, days)).toBe(true);
      expect(addWorkingDays(day, days, CHILE) >= addWorkingDays(day, days, NO_HOLIDAYS)).toBe(true);
    }),
  );
});

it('a recurrence that is written and read again says the same', () => {
  fc.assert(
    fc.property(rule, (text) => {
      const read = readRecurrence(text);
      if ('problem' in read) throw new Error(read.problem);
      expect(readRecurrence(writeRecurrence(read.recurrence))).toEqual(read);
    }),
  );
});
