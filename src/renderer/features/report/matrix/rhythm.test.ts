import { expect, it } from 'vitest';
import { rhythmOf } from './rhythm.ts';

it.each([
  ['FREQ=MONTHLY;BYMONTHDAY=10', 'monthly'],
  ['RRULE:FREQ=MONTHLY;INTERVAL=3', 'quarterly'],
  ['FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=1', 'semestral'],
  ['FREQ=YEARLY;BYMONTH=3,9', 'semestral'],
  ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=30', 'yearly'],
  ['FREQ=WEEKLY;BYDAY=MO', 'weekly'],
  ['FREQ=DAILY;COUNT=1', 'once'],
  ['FREQ=MONTHLY;INTERVAL=5', null],
  ['', null],
])('%s comes %s', (rule, rhythm) => {
  expect(rhythmOf(rule)).toBe(rhythm);
});
