import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHILE } from '../organization/holidays.ts';
import { firstDueOf, startOfTemplate } from './template-start.ts';
import { OBLIGATION_TEMPLATES } from './templates.ts';

const named = (key: string) => {
  const found = OBLIGATION_TEMPLATES.find((each) => each.key === key);
  if (!found) throw new Error(`no template ${key}`);
  return found;
};

describe('the first day of an obligation that is made of a template', () => {
  it('leaves out what is due on the day itself, unless that is wished', () => {
    const f30 = named('f30');
    // November 20, 2026 is a Friday.
    expect(startOfTemplate(f30, '2026-11-20', CHILE, false)).toBe('2026-11-21');
    expect(startOfTemplate(f30, '2026-11-20', CHILE, true)).toBe('2026-11-20');
    expect(startOfTemplate(f30, '2026-11-19', CHILE, false)).toBe('2026-11-19');
    expect(firstDueOf(f30, '2026-11-21', CHILE)).toBe('2026-12-21');
  });

  it('also where the day comes from one ahead that is no working day', () => {
    // March 31, 2029 is a Saturday, so the review is due on Good Friday's eve.
    const due = firstDueOf(named('iso9001'), '2029-03-01', CHILE) ?? '';
    expect(due).toBe('2029-03-29');
    expect(firstDueOf(named('iso9001'), startOfTemplate(named('iso9001'), due, CHILE, false), CHILE)).toBe(
      '2030-03-29',
    );
  });

  it('is never followed by something that is due on the day or before it', () => {
    const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...OBLIGATION_TEMPLATES), days, (template, date) => {
        const today = date.toISOString().slice(0, 10);
        const start = startOfTemplate(template, today, CHILE, false);
        expect(start >= today).toBe(true);
        expect((firstDueOf(template, start, CHILE) ?? '') > today).toBe(true);
      }),
    );
  });
});
