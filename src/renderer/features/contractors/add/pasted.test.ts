import { describe, expect, it } from 'vitest';
import { BATCH_MAX } from '#shared/platform/limits.ts';
import { parsePasted } from './pasted.ts';

const faults = (text: string) => parsePasted(text).rows.map(({ fault }) => fault);

describe('lines from a spreadsheet', () => {
  it('are read by tabs or by semicolons, with what they have', () => {
    const [first, second, third] = parsePasted(
      'Ana Rojas\t12.345.678-5\tana@obra.cl\r\n\n"Pérez; Hijos"\t\t\nConstructora Sur; 76.412.905-9',
    ).rows;
    expect(first).toMatchObject({ number: 1, name: 'Ana Rojas', rut: '12.345.678-5', email: 'ana@obra.cl' });
    expect(second).toMatchObject({ number: 2, name: 'Pérez; Hijos', rut: null, email: null, fault: null });
    expect(third).toMatchObject({ number: 3, name: 'Constructora Sur', rut: '76.412.905-9', fault: null });
  });

  it('may begin with the names of the columns', () => {
    expect(parsePasted('Nombre;RUT;Correo\nAna;12.345.678-5').rows).toHaveLength(1);
    expect(parsePasted('RUT').rows).toHaveLength(1);
  });

  it('are in the order that the names of the columns say, which stay above what is left', () => {
    const { head, rows } = parsePasted('RUT\tEmpresa\tNombre\n12.345.678-5\tMaipo SpA\tAna Rojas');
    expect(head).toBe('RUT\tEmpresa\tNombre');
    expect(rows).toMatchObject([
      { name: 'Ana Rojas', rut: '12.345.678-5', email: null, contractor: 'Maipo SpA', fault: null },
    ]);
    expect(parsePasted('Contratista;RUT\nSur;76.412.905-9').rows).toMatchObject([
      { name: 'Sur', contractor: null },
    ]);
    expect(parsePasted('Ana;;;Maipo').rows).toMatchObject([{ name: 'Ana', contractor: 'Maipo' }]);
  });

  it('say what is wrong with each', () => {
    expect(faults(';12.345.678-5')).toEqual(['name']);
    expect(faults('a/b')).toEqual(['name']);
    expect(faults('Ana;12.345.678-9')).toEqual(['rut']);
    expect(faults('Ana;;no es un correo')).toEqual(['email']);
  });

  it('are in the list once, by RUT and by name, however they are written', () => {
    const { rows } = parsePasted('Ana;12.345.678-5\nBeto;123456785\nANA\nBeto');
    expect(rows.map(({ fault }) => fault)).toEqual([null, 'twiceRut', 'twiceName', null]);
    expect(rows.map(({ twin }) => twin)).toEqual([undefined, 1, 1, undefined]);
  });

  it('are as many as one call takes', () => {
    const text = Array.from({ length: BATCH_MAX + 1 }, (_, at) => `Persona ${at}`).join('\n');
    expect(faults(text).slice(BATCH_MAX - 1)).toEqual([null, 'tooMany']);
  });
});
