import { describe, expect, it } from 'vitest';
import { parseTable } from './text.ts';

describe('text previews', () => {
  it('reads quoted cells with separators, quotes and line ends', () => {
    const table = parseTable('RUT;Nombre\r\n"1;2";"dijo ""sí"""\r\n3;"dos\nlíneas"\r\n');
    expect(table.head).toEqual(['RUT', 'Nombre']);
    expect(table.rows).toEqual([
      ['1;2', 'dijo "sí"'],
      ['3', 'dos\nlíneas'],
    ]);
    expect(table.cutRows).toBe(false);
  });
  it('knows the columns that hold numbers, and takes no RUT or date for one', () => {
    const table = parseTable(
      'RUT;Monto;Día;Parte\n13.445.902-6;985.000;2026-01-05;1,5 %\n9-1;;2026-02-01;12',
    );
    expect([...table.numeric]).toEqual([1, 3]);
  });
  it('stops after a thousand rows and says so', () => {
    const table = parseTable(`a,b\n${'1,2\n'.repeat(5000)}`);
    expect(table.rows).toHaveLength(1000);
    expect(table.cutRows).toBe(true);
  });
});
