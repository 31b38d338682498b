import { describe, expect, it } from 'vitest';
import {
  daysBetween,
  formatAhead,
  formatDate,
  formatDayHeading,
  formatIsoDate,
  formatLongDate,
  formatNumber,
  formatProgress,
  formatSize,
  formatWhen,
  parseDay,
  shownReminder,
} from './format.ts';

const now = new Date(2026, 10, 12, 16, 30);
const at = (day: number, hour = 9, minute = 41): Date => new Date(2026, 10, day, hour, minute);

describe('dates', () => {
  it('writes a day without moving it to another zone', () => {
    expect(formatDate('2026-03-12')).toBe('12 mar 2026');
    expect(formatIsoDate('2026-03-01')).toBe('2026-03-01');
    expect(formatLongDate('2026-11-12')).toBe('Jueves 12 de noviembre de 2026');
  });

  it('is relative under a week and a date from then on', () => {
    expect(formatWhen(new Date(2026, 10, 12, 16, 29, 40), now)).toBe('ahora');
    expect(formatWhen(at(12, 16, 18), now)).toBe('hace 12 min');
    expect(formatWhen(at(12, 14, 10), now)).toBe('hace 2 h');
    expect(formatWhen(at(12), now)).toBe('09:41');
    expect(formatWhen(at(11, 23, 59), now)).toBe('ayer');
    expect(formatWhen(at(10), now)).toBe('martes');
    expect(formatWhen(at(6), now)).toBe('viernes');
    expect(formatWhen(at(5), now)).toBe('5 nov 2026');
    expect(formatWhen(at(13), now)).toBe('13 nov 2026');
  });

  it('heads days and looks ahead', { tags: 'spec-9.7-locale' }, () => {
    expect(formatDayHeading(at(12), now)).toBe('Hoy');
    expect(formatDayHeading(at(11), now)).toBe('Ayer');
    expect(formatDayHeading(at(10), now)).toBe('Martes 10 de noviembre');
    expect(formatDayHeading(at(1), now)).toBe('1 nov 2026');
    expect(formatAhead('2026-11-12', now)).toBe('hoy');
    expect(formatAhead('2026-11-13', now)).toBe('mañana');
    expect(formatAhead('2026-11-20', now)).toBe('en 8 días');
    expect(daysBetween(at(11, 23, 59), at(12, 0, 1))).toBe(1);
  });
});

describe('a typed day', () => {
  it.each([
    ['12-11-2026', '2026-11-12'],
    ['1/2/2027', '2027-02-01'],
    ['12 nov 2026', '2026-11-12'],
    [' 3 de Marzo de 2026', '2026-03-03'],
    ['2026-11-12', '2026-11-12'],
    ['31-02-2026', null],
    ['12 xyz 2026', null],
    ['mañana', null],
    ['', null],
  ])('%j is %j', (typed, day) => expect(parseDay(typed)).toBe(day));
});

describe('sizes and numbers', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [485_900, '486 kB'],
    [999_999, '1 MB'],
    [4_800_000, '4,8 MB'],
    [214_000_000, '214 MB'],
    [2_147_483_648, '2,1 GB'],
  ])('%i bytes is %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });

  it('keeps one unit in a progress and groups thousands', { tags: 'spec-9.7-locale' }, () => {
    expect(formatProgress(3_100_000, 4_800_000)).toBe('3,1 de 4,8 MB');
    expect(formatNumber(1284)).toBe('1.284');
  });
});

describe('reminder texts (docs/domain/limits.md)', () => {
  it('are shown to 50 characters', { tags: 'spec-9.3-reminder' }, () => {
    expect(shownReminder('a'.repeat(50))).toBe('a'.repeat(50));
    expect(shownReminder('a'.repeat(51))).toBe(`${'a'.repeat(50)}…`);
  });

  it('are never cut inside a character', () => {
    expect(shownReminder(`${'a'.repeat(49)}👷👷`)).toBe(`${'a'.repeat(49)}👷…`);
  });
});
