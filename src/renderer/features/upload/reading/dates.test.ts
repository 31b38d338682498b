import { describe, expect, it } from 'vitest';
import { findDay, isDateLine } from './dates.ts';

const THIS_YEAR = 2026;
const find = (text: string): string | undefined => findDay(text, THIS_YEAR);

describe('the day of a document', () => {
  it.each([
    'Fecha: 12-03-2026',
    'FECHA 12/03/2026',
    'Fecha de emisión : 12.03.2026',
    'Fecha emisión 2026-03-12',
    'Fecha Emision: 2026-03-12T10:22:00',
    'Fecha del documento: 12 de marzo de 2026',
    'Fecha y hora de emisión: 12/03/2026 10:22',
    'Fecha: jueves, 12 de marzo del 2026',
    'Emitido el 12 de marzo de 2026',
    'Emitida con fecha 12/3/2026',
    'N° 4411   Fecha: 12/03/2026',
    'Fecha: Santiago, 12 de marzo de 2026',
    'Fecha de emisión\n12 de marzo de 2026',
    'Fecha:\n\n12/03/2026',
    'Lugar y fecha:\nSantiago, 12 de marzo de 2026',
  ])('is behind its label: %j', (text) => {
    expect(find(`Certificado\n${text}\nRUT 76.123.456-7`)).toBe('2026-03-12');
  });

  it.each([
    'Santiago, 12 de marzo de 2026',
    'Santiago, 12 de Marzo del 2026.-',
    'SANTIAGO, 12 DE MARZO DE 2026',
    'En Santiago de Chile, a 12 de marzo de 2026, entre la empresa y',
    'Viña del Mar, jueves 12 de marzo de 2026',
    'Ñuñoa, 12-03-2026',
  ])('is behind a place at the beginning of a line: %j', (text) => {
    expect(find(`Constructora Andes SpA\n${text}\nEstimados señores:`)).toBe('2026-03-12');
  });

  it.each(['1', '1°', '1º', 'primero'])('may be the first of a month: %s', (day) => {
    expect(find(`Talca, ${day} de septiembre de 2025`)).toBe('2025-09-01');
    expect(find(`Talca, ${day} de setiembre de 2025`)).toBe('2025-09-01');
  });

  it.each([
    'Fecha de nacimiento: 12/03/1980',
    'Fecha de vencimiento: 12-03-2026',
    'Fecha de término 12/03/2026',
    'Fecha de ingreso:\n12/03/2026',
    'Fecha de inicio: 12 de marzo de 2026',
    'Lugar y fecha de nacimiento:\nTalca, 3 de mayo de 1980',
    'según la carta de fecha 12 de marzo de 2026',
    'por contrato con fecha: 12/03/2026',
    'desde el 12 de marzo de 2026 hasta el 15 de marzo de 2026',
    'la obra que se recibió en Santiago, 12 de marzo de 2026',
    'Fecha Proveedor Monto\n12/03/2026 Andes 1.200',
    'Fecha: 12/03/26',
    'Fecha: 31-02-2026',
    'Fecha: 13/13/2026',
    'Fecha: 12/03-2026',
    'Fecha: 12/03/20261',
    'Fecha: 12-03-2026-7',
    'Fecha: 12/03/1949',
    'Fecha: 12/03/2028',
    'Fecha: pendiente',
  ])('is not %j', (text) => {
    expect(find(text)).toBeUndefined();
  });

  it('is the first that exists', () => {
    expect(find('Fecha: 31/02/2026\nFecha: 12/03/2026\nFecha: 13/03/2026')).toBe('2026-03-12');
    expect(find('Fecha: 29-02-2024')).toBe('2024-02-29');
    expect(find('Fecha: 29-02-2025')).toBeUndefined();
    expect(find('Fecha: 31-12-2027')).toBe('2027-12-31');
    expect(find('Fecha: 01-01-1950')).toBe('1950-01-01');
    expect(find('Fecha: 12-03-1800')).toBeUndefined();
    expect(find('Fecha: 12-03-2099')).toBeUndefined();
  });

  it('is searched in no time, whatever the text is', () => {
    const before = process.cpuUsage();
    for (const piece of ['A ', 'Fecha ', 'En De ', 'a.', '1-', 'Fecha: Á, ', ': '])
      find(piece.repeat(4000 / piece.length));
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
  });

  it('makes a line that is nothing else', () => {
    expect(isDateLine('Santiago, 12 de marzo de 2026.-')).toBe(true);
    expect(isDateLine('Fecha: 12/03/2026')).toBe(true);
    expect(isDateLine('Acta del 12 de marzo de 2026, segunda parte')).toBe(false);
  });
});
