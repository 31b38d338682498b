import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { tableFile } from '../table-file.ts';
import { readTable } from './read-table.ts';
import { isSheetError } from './sheet-error.ts';

it('knows the errors of formulas, in both languages, and takes no other text for one', () => {
  expect(['#N/A', ' #¡REF! ', '#div/0!', '#¿NOMBRE?'].map(isSheetError)).toEqual([true, true, true, true]);
  expect(['', '#1', 'N/A', '#Obras', 'Nº #N/A'].map(isSheetError)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

it('reads the error of a workbook as it is shown, and not as an empty cell', async () => {
  const columns = [
    { title: 'Nombre', width: 10 },
    { title: 'Plazo', width: 10 },
  ];
  const file = await tableFile('tabla', 'xlsx', { title: 'Hoja', columns, rows: [['Acta', 7]] });
  const parts = unzipSync(Buffer.from(file.data, 'base64'));
  const sheet = Object.keys(parts).find((name) => name.startsWith('xl/worksheets/')) ?? '';
  const text = strFromU8(parts[sheet] ?? new Uint8Array());
  const broken = text.replace(/<c r="B2"[^>]*>.*?<\/c>/, '<c r="B2" t="e"><v>#N/A</v></c>');
  expect(broken).not.toBe(text);
  const { rows } = await readTable(zipSync({ ...parts, [sheet]: strToU8(broken) }), [
    { key: 'name', title: 'Nombre', names: [] },
    { key: 'kept', title: 'Plazo', names: [] },
  ]);
  expect(rows.map(({ cells }) => cells)).toEqual([{ name: 'Acta', kept: '#N/A' }]);
});
