import { describe, expect, it } from 'vitest';
import { CHILE } from './holidays.ts';
import { organizationHolidays } from './organization-holidays.ts';
import {
  DEFAULT_SETTINGS,
  isTakenFile,
  SETTINGS_BOUNDS,
  SETTINGS_SECTIONS,
  settingsInForce,
} from './settings.ts';

describe('an organization’s settings', () => {
  it('are what it chose, and what was always so for the rest', () => {
    expect(settingsInForce({})).toEqual(DEFAULT_SETTINGS);
    expect(DEFAULT_SETTINGS).toMatchObject({
      reminderLeadDays: [30, 15, 7, 1],
      holidays: { added: [], removed: [] },
      uploadLimit: SETTINGS_BOUNDS.uploadLimit.max,
    });
    const chosen = {
      uploadLimit: 5_000_000,
      fileKinds: ['pdf' as const],
      reminderLeadDays: [],
      holidays: { added: [{ day: '2026-03-09', name: 'Aniversario' }], removed: ['2026-01-01'] },
      passwordMin: 20,
      secondStep: 'admins' as const,
      managersRead: 'published' as const,
      binDays: 7,
    };
    expect(settingsInForce(chosen)).toEqual(chosen);
    expect(settingsInForce({ binDays: 7 })).toEqual({ ...DEFAULT_SETTINGS, binDays: 7 });
  });

  it('are saved in sections, and lie within bounds that a default keeps too', () => {
    expect(SETTINGS_SECTIONS).toEqual([
      'limits',
      'reminders',
      'holidays',
      'passwords',
      'secondStep',
      'managers',
      'bin',
    ]);
    expect(SETTINGS_BOUNDS.uploadLimit.min).toBe(1_048_576);
    const bounds = ['uploadLimit', 'passwordMin', 'binDays'] as const;
    for (const each of bounds) {
      const { min, max } = SETTINGS_BOUNDS[each];
      expect(DEFAULT_SETTINGS[each], each).toBeGreaterThanOrEqual(min);
      expect(DEFAULT_SETTINGS[each], each).toBeLessThanOrEqual(max);
    }
    expect(DEFAULT_SETTINGS.secondStep).toBe('nobody');
    expect(DEFAULT_SETTINGS.managersRead).toBe('own');
    expect(DEFAULT_SETTINGS.reminderLeadDays.length).toBeLessThanOrEqual(SETTINGS_BOUNDS.leadDays.count);
  });

  it('take files of the kinds that were chosen, and never a program', () => {
    expect(isTakenFile('Acta.pdf', '', ['pdf'])).toBe(true);
    expect(isTakenFile('Acta.pdf', '', ['word'])).toBe(false);
    expect(isTakenFile('foto', 'image/png', ['image'])).toBe(true);
    expect(isTakenFile('programa.exe', '', ['other'])).toBe(false);
  });

  it('have Chile’s holidays, with those added and without those taken out', () => {
    const added = [{ day: '2026-03-09', name: 'Aniversario' }];
    const holidays = (chosen: Parameters<typeof organizationHolidays>[0]) =>
      ['2026-01-01', '2026-03-09', '2026-05-01'].map((day) => organizationHolidays(chosen).has(day));
    expect(holidays({ added, removed: ['2026-01-01'] })).toEqual([false, true, true]);
    expect(holidays({ added, removed: [] })).toEqual([true, true, true]);
    expect(holidays({ added: [], removed: ['2026-01-01'] })).toEqual([false, false, true]);
    for (const none of [null, undefined, { added: [], removed: [] }])
      expect(organizationHolidays(none)).toBe(CHILE);
  });
});
