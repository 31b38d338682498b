import { expect, it } from 'vitest';
import { mayEditCalendar, mayFulfil, mayMakeCalendars } from './calendars.policy.ts';

const person = { user: 'ana', isAdmin: false, isManager: false };
const admin = { ...person, isAdmin: true };
const manager = { ...person, isManager: true };
const nobody = { responsible: null, backup: null };

it('admins and managers make calendars, and change each of them', () => {
  expect([admin, manager, person].map(mayMakeCalendars)).toEqual([true, true, false]);
  expect([admin, manager, person].map((each) => mayEditCalendar(each, []))).toEqual([true, true, false]);
});

it('an editor changes the calendars that name them, and makes none', () => {
  expect(mayEditCalendar(person, ['eva', 'ana'])).toBe(true);
  expect(mayEditCalendar(person, ['eva'])).toBe(false);
});

it('a due day is met by who changes its calendar, by its responsible and by their backup', () => {
  expect(mayFulfil(admin, [], nobody)).toBe(true);
  expect(mayFulfil(manager, [], nobody)).toBe(true);
  expect(mayFulfil(person, ['ana'], nobody)).toBe(true);
  expect(mayFulfil(person, [], { responsible: 'ana', backup: null })).toBe(true);
  expect(mayFulfil(person, [], { responsible: 'eva', backup: 'ana' })).toBe(true);
  expect(mayFulfil(person, ['eva'], { responsible: 'eva', backup: 'leo' })).toBe(false);
  expect(mayFulfil(person, [], nobody)).toBe(false);
});
