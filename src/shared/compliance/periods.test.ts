import { describe, expect, it } from 'vitest';
import { namedInTitle, nextPeriod, periodBefore, periodOf, periodOfFace } from './periods.ts';
import { face } from './testing/judged.ts';

describe('the period that a day lies in', () => {
  it.each([
    ['monthly', '2026-02-14', '2026-02', '2026-02-01', '2026-02-28'],
    ['monthly', '2028-02-29', '2028-02', '2028-02-01', '2028-02-29'],
    ['monthly', '2026-12-31', '2026-12', '2026-12-01', '2026-12-31'],
    ['quarterly', '2026-01-01', '2026-T1', '2026-01-01', '2026-03-31'],
    ['quarterly', '2026-03-31', '2026-T1', '2026-01-01', '2026-03-31'],
    ['quarterly', '2026-04-01', '2026-T2', '2026-04-01', '2026-06-30'],
    ['quarterly', '2026-12-31', '2026-T4', '2026-10-01', '2026-12-31'],
    ['yearly', '2026-07-15', '2026', '2026-01-01', '2026-12-31'],
  ] as const)('%s, %s: %s', (kind, day, key, first, last) => {
    expect(periodOf(kind, day)).toEqual({ key, first, last });
  });

  it('follows the one before it, also over the turn of a year', () => {
    const [december, autumn, year] = [
      periodOf('monthly', '2026-12-05'),
      periodOf('quarterly', '2026-12-05'),
      periodOf('yearly', '2026-12-05'),
    ];
    expect(nextPeriod('monthly', december).key).toBe('2027-01');
    expect(nextPeriod('quarterly', autumn).key).toBe('2027-T1');
    expect(nextPeriod('yearly', year).key).toBe('2027');
    expect(periodBefore('monthly', december).key).toBe('2026-11');
    expect(periodBefore('quarterly', autumn).key).toBe('2026-T3');
    expect(periodBefore('yearly', year).key).toBe('2025');
  });
});

describe('a title names', () => {
  const MONTHS = [
    'enero', 'Febrero', 'MARZO', 'abril', 'mayo', 'junio',
    'julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre',
  ]; // biome-ignore format: one list
  it.each(MONTHS.map((month, at) => [month, String(at + 1).padStart(2, '0')]))('%s', (month, number) => {
    expect(namedInTitle(`Cotizaciones ${month} 2026`, 'monthly')).toBe(`2026-${number}-01`);
  });

  it.each([
    'setiembre 2026', 'septiembre de 2026', 'septiembre del 2026', 'septiembre, 2026', 'septiembre-2026',
    'septiembre/2026', 'septiembre.2026', '2026-09', '2026_09', '2026.09', '2026/09', '2026 09',
    '09-2026', '09_2026', '09.2026', '09/2026', '09 2026', '2026-09-30', '30-09-2026',
  ])('September as %s', (written) => {
    for (const kind of ['monthly', 'quarterly', 'yearly'] as const)
      expect(namedInTitle(`Libro ${written}, copia`, kind)).toBe('2026-09-01');
  }); // biome-ignore format: a list

  it.each([
    'Libro', 'Libro 2026', 'Libro octubre', 'Libro octubre26', 'Libro octubre 1926', 'Libro octubre 20261',
    'Libro preoctubre 2026', 'Libro 2026-13', 'Libro 2026-00', 'Libro 2026-101', 'Libro 12026-10',
    'Libro 13-2026', 'Libro 00-2026', 'Libro 110-2026', 'Libro 10-20261', 'Libro T4 2026',
  ])('no month in %s', (title) => {
    expect(namedInTitle(title, 'monthly')).toBeNull();
  }); // biome-ignore format: a list

  it.each([
    ['T1 2026', '2026-03-01'], ['T4-2026', '2026-12-01'], ['Q2, 2026', '2026-06-01'], ['trimestre 3 2026', '2026-09-01'],
    ['2026 T1', '2026-03-01'], ['2026-Q4', '2026-12-01'], ['2026, trimestre 2', '2026-06-01'], ['2026/t3', '2026-09-01'],
  ])('a quarter as %s', (written, day) => {
    expect(namedInTitle(`Informe ${written}.`, 'quarterly')).toBe(day);
    expect(namedInTitle(`Informe ${written}.`, 'yearly')).toBe(day);
  }); // biome-ignore format: a table

  it.each([
    'Informe 2026', 'Informe T5 2026', 'Informe T0 2026', 'Informe AT4 2026', 'Informe T4 20261', 'Informe T4 1926',
    'Informe 12026 T4', 'Informe 2026 T45', 'Informe 2026 T5', 'Informe T42026',
  ])('no quarter in %s', (title) => {
    expect(namedInTitle(title, 'quarterly')).toBeNull();
  }); // biome-ignore format: a list

  it('a year where a year is asked for, and no number that only looks like one', () => {
    expect(namedInTitle('Revisión por la dirección 2026', 'yearly')).toBe('2026-01-01');
    for (const title of ['ISO 9001', 'Acta 12026', 'Acta 20261', 'Acta 1926'])
      expect(namedInTitle(title, 'yearly')).toBeNull();
  });
});

describe('the period that a document is of', () => {
  const says = {
    validFrom: '2026-05-01',
    title: 'Libro abril 2026',
    issuedOn: '2026-03-31',
    date: '2026-02-28',
  };
  it.each([
    ['what it says itself', says, '2026-05'],
    ['what its title names', { ...says, validFrom: null }, '2026-04'],
    ['when it was issued', { ...says, validFrom: null, title: 'Libro' }, '2026-03'],
    ['the day of its file', { ...says, validFrom: null, title: 'Libro', issuedOn: null }, '2026-02'],
  ])('is %s where nothing before that is known', (_, values, key) => {
    expect(periodOfFace(face(values), 'monthly').key).toBe(key);
  });
});
