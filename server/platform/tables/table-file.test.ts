import { describe, expect, it } from 'vitest';
import { FORMULA, tableFile } from './table-file.ts';

const BEGINNINGS = ['=', '+', '-', '@', '\t', '|', '＝', '＋', '－', '＠'];

describe('a cell that a program would take for a formula', () => {
  it('is a text in a CSV', async () => {
    const cells = BEGINNINGS.map((each) => `${each}1+1`);
    const columns = [{ title: 'Nombres', width: 10 }];
    const { data } = await tableFile('prueba', 'csv', {
      title: 'Prueba',
      columns,
      rows: cells.map((cell) => [cell]),
    });
    const bytes = Buffer.from(data, 'base64');
    const lines = bytes.toString('utf8').trimEnd().split('\r\n').slice(1);
    for (const line of lines) expect(line.replace(/^"/, '')).toMatch(/^'/);
  });

  it('is none that begins with a letter, a figure or an apostrophe', () => {
    for (const text of ['Ana', '1+1', "'=1+1", ' =1+1']) expect(FORMULA.test(text)).toBe(false);
  });
});
