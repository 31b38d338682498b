import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, weekday } from '../platform/days.ts';
import { CHILE, chileanHolidays, NO_HOLIDAYS } from './holidays.ts';

/** As published in the Diario Oficial and by the Ministry of Labour; nothing here is worked out. */
const PUBLISHED = {
  2023: '01-01 01-02 04-07 04-08 05-01 05-21 06-21 06-26 07-16 08-15 09-18 09-19 10-09 10-27 11-01 12-08 12-25',
  2024: '01-01 03-29 03-30 05-01 05-21 06-20 06-29 07-16 08-15 09-18 09-19 09-20 10-12 10-31 11-01 12-08 12-25',
  2025: '01-01 04-18 04-19 05-01 05-21 06-20 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25',
  2026: '01-01 04-03 04-04 05-01 05-21 06-21 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25',
  2027: '01-01 03-26 03-27 05-01 05-21 06-21 06-28 07-16 08-15 09-17 09-18 09-19 10-11 10-31 11-01 12-08 12-25',
} as const; // biome-ignore format: a table

describe('Chile’s holidays', () => {
  it.each(Object.entries(PUBLISHED))('of %s are those that were published', (year, days) => {
    const found = chileanHolidays(Number(year));
    expect(found.map(({ day }) => day.slice(5)).join(' ')).toBe(days);
    expect(found.every(({ day }) => day.startsWith(year) && CHILE.has(day))).toBe(true);
  });

  it.each([
    // Law 19.668, from each day of the week: 29 June and 12 October.
    ['2025-06-29', 'Sunday stays'], ['2026-06-29', 'Monday stays'], ['2027-06-28', 'Tuesday → Monday'],
    ['2022-06-27', 'Wednesday → Monday'], ['2023-06-26', 'Thursday → Monday'], ['2029-07-02', 'Friday → Monday after'],
    ['2024-06-29', 'Saturday stays'], ['2021-10-11', 'Tuesday → Monday'], ['2022-10-10', 'Wednesday → Monday'],
    ['2023-10-09', 'Thursday → Monday'], ['2029-10-15', 'Friday → Monday after'],
    // Law 20.299: 31 October.
    ['2023-10-27', 'Tuesday → Friday before'], ['2018-11-02', 'Wednesday → Friday after'], ['2024-10-31', 'Thursday stays'],
    // Laws 20.215 and 20.983.
    ['2018-09-17', 'Monday before Tuesday 18'], ['2019-09-20', 'Friday after Thursday 19'],
    ['2021-09-17', 'Friday before Saturday 18'], ['2023-01-02', 'Monday 2 January'],
  ])('has %s (%s)', (day) => {
    expect(CHILE.has(day)).toBe(true);
  }); // biome-ignore format: a table

  it.each(['2026-09-17', '2026-09-21', '2025-01-02', '2027-06-29', '2027-10-12', '2023-10-31', '2025-06-21', '2025-04-20'])(
    'has no %s',
    (day) => {
      expect(CHILE.has(day)).toBe(false);
      expect(NO_HOLIDAYS.has(day)).toBe(false);
    },
  ); // biome-ignore format: a table

  it('have the names that the laws give them, in order of the days', () => {
    expect(chileanHolidays(2018).map(({ day, name }) => `${day.slice(5)} ${name}`)).toEqual([
      '01-01 Año Nuevo',
      '03-30 Viernes Santo',
      '03-31 Sábado Santo',
      '05-01 Día Nacional del Trabajo',
      '05-21 Día de las Glorias Navales',
      '06-21 Día Nacional de los Pueblos Indígenas',
      '07-02 San Pedro y San Pablo',
      '07-16 Día de la Virgen del Carmen',
      '08-15 Asunción de la Virgen',
      '09-17 Fiestas Patrias',
      '09-18 Independencia Nacional',
      '09-19 Día de las Glorias del Ejército',
      '10-15 Encuentro de Dos Mundos',
      '11-01 Día de Todos los Santos',
      '11-02 Día de las Iglesias Evangélicas y Protestantes',
      '12-08 Inmaculada Concepción',
      '12-25 Navidad',
    ]);
    const extra = (year: number, day: string) =>
      chileanHolidays(year).find((each) => each.day === `${year}-${day}`)?.name;
    expect([extra(2019, '09-20'), extra(2023, '01-02')]).toEqual(['Fiestas Patrias', 'Año Nuevo']);
  });

  it('are days that compare as texts in any year', () => {
    expect(chileanHolidays(800).map(({ day }) => day)).toContain('0800-12-25');
  });

  it('follow Easter as astronomers have tabulated it, at its earliest and latest too', () => {
    const easters = [
      '1818-03-22',
      '1943-04-25',
      '1954-04-18',
      '1981-04-19',
      '2000-04-23',
      '2008-03-23',
      '2038-04-25',
    ];
    for (const sunday of [...easters, '2049-04-18', '2076-04-19', '2100-03-28', '2285-03-22', '2299-04-16']) {
      const friday = chileanHolidays(Number(sunday.slice(0, 4))).find(({ name }) => name === 'Viernes Santo');
      expect(friday?.day).toBe(addDays(sunday, -2));
    }
  });

  it.each([
    [2021, '21'],
    [2022, '21'],
    [2023, '21'],
    [2024, '20'],
    [2025, '20'],
    [2026, '21'],
    [2027, '21'],
    [2028, '20'],
    [2029, '20'],
  ])('has the solstice of %i on 06-%s', (year, day) => {
    const found = chileanHolidays(year).find(({ name }) => name === 'Día Nacional de los Pueblos Indígenas');
    expect(found?.day).toBe(`${year}-06-${day}`);
  });

  it('holds in any year: no day twice, all in order and inside of it, Easter between 22 March and 25 April', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2200 }), (year) => {
        const days = chileanHolidays(year);
        const all = days.map(({ day }) => day);
        expect(new Set(all).size).toBe(all.length);
        expect(all).toEqual(all.toSorted());
        expect(all.every((day) => day.startsWith(String(year)))).toBe(true);
        const friday = days.find(({ name }) => name === 'Viernes Santo');
        if (!friday) throw new Error('a year without Good Friday');
        expect(weekday(friday.day)).toBe(5);
        const sunday = addDays(friday.day, 2).slice(5);
        expect(sunday >= '03-22' && sunday <= '04-25').toBe(true);
      }),
    );
  });
});
