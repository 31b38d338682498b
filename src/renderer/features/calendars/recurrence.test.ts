import './catalogue.ts';
import { expect, it } from 'vitest';
import { OBLIGATION_TEMPLATES } from '#shared/calendars/templates.ts';
import { i18next } from '../../i18n/i18n.ts';
import { describeSchedule, ruleOf, valuesOfRule } from './recurrence.ts';

const t = i18next.getFixedT('es', 'calendars');
const says = (recurrence: string, more: Partial<Parameters<typeof describeSchedule>[0]> = {}) =>
  describeSchedule(
    {
      recurrence,
      dayKind: 'corridos',
      nonWorkingPolicy: 'keep',
      termDays: 0,
      startsOn: '2026-11-22',
      ...more,
    },
    t,
  );

it.each([
  ['FREQ=MONTHLY;BYMONTHDAY=10', { nonWorkingPolicy: 'next' }, 'El día 10 de cada mes, siguiente día hábil'],
  ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1', {}, 'El último día, cada 3 meses'],
  ['FREQ=MONTHLY;BYMONTHDAY=5', { dayKind: 'hábiles' }, 'El día hábil número 5 de cada mes'],
  ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=31', { nonWorkingPolicy: 'previous' }, 'El día 31 de marzo de cada año, día hábil anterior'],
  ['FREQ=WEEKLY;BYDAY=MO,FR', {}, 'Los lunes y viernes de cada semana'],
  ['FREQ=DAILY;COUNT=1', { termDays: 30 }, 'Una sola vez, el 22 nov 2026, 30 días después'],
  ['FREQ=MONTHLY;BYDAY=-1FR', {}, 'Según la regla FREQ=MONTHLY;BYDAY=-1FR'],
] as const)('%s %j: %s', (rule, more, sentence) => {
  expect(says(rule, more)).toBe(sentence);
}); // biome-ignore format: a table

it('what is chosen and what is kept say the same, of every template too', () => {
  for (const { recurrence } of OBLIGATION_TEMPLATES) {
    const values = valuesOfRule(recurrence);
    expect(values.repeats).not.toBe('custom');
    expect(ruleOf(values)).toBe(recurrence);
  }
  expect(ruleOf(valuesOfRule('FREQ=MONTHLY;BYDAY=-1FR'))).toBe('FREQ=MONTHLY;BYDAY=-1FR');
  expect(valuesOfRule('nada').repeats).toBe('custom');
});
