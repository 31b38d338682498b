import { expect, test } from 'vitest';
import { recurrenceWords } from './words.ts';

test.each([
  ['FREQ=DAILY;COUNT=1', 'Una sola vez'],
  ['FREQ=DAILY;INTERVAL=10;COUNT=8', 'Cada 10 días, 8 veces'],
  ['FREQ=MONTHLY;BYMONTHDAY=13', 'Cada mes, el día 13'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Cada mes, el último día'],
  ['FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR', 'Cada 3 meses, el último viernes'],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2',
    'Cada mes, el segundo de lunes, martes, miércoles, jueves y viernes',
  ],
  ['FREQ=WEEKLY;BYDAY=MO,FR', 'Cada semana, el lunes y viernes'],
  ['FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=15', 'Cada año, el día 15, en enero y julio'],
  ['cualquier cosa', 'cualquier cosa'],
])('%s is said as %s', (rule, words) => {
  expect(recurrenceWords(rule)).toBe(words);
});
