import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { SHEET_COLUMNS } from '../../preview/office/sheets.ts';
import type { CellContent } from './compare-tables.ts';
import { type ComparedTables, compareWorkbooks } from './compare-workbooks.ts';

type Value = string | number | { formula: string };

/** A workbook as a file: for each sheet its rows. */
async function workbook(sheets: Readonly<Record<string, readonly (readonly Value[])[]>>): Promise<Blob> {
  const cellOf = (value: Value) =>
    typeof value === 'object' ? { value: value.formula, type: 'Formula' as const } : { value };
  const file = writeXlsxFile(
    Object.entries(sheets).map(([sheet, rows]) => ({ sheet, data: rows.map((row) => row.map(cellOf)) })),
  );
  return new Blob([new Uint8Array(await file.toBuffer())]);
}

const book = (content: Blob) => ({ kind: 'workbook' as const, content });
const values = (text: string) => ({ kind: 'values' as const, content: new Blob([text]) });

/** Each change as "sheet!what": `C2 120→135`, `+4` and `-4` for rows, `+B` and `-B` for columns. */
function told(compared: ComparedTables): string[] {
  if ('fault' in compared) return [`${compared.of}: ${compared.fault}`];
  return compared.sheets.flatMap(({ name, kind, table, changes }) =>
    changes.map(({ row, column }) => {
      const pair = column === undefined ? undefined : table?.columns[column];
      const letter = pair && String.fromCharCode(65 + (pair.after ?? pair.before ?? 0));
      const line = row === undefined ? undefined : table?.rows[row];
      const isNew = line ? line.kind === 'added' : pair?.before === undefined;
      const sign = isNew ? '+' : '-';
      if (!line) return `${name}!${letter ? `${sign}${letter}` : kind}`;
      if (!letter) return `${name}!${sign}${line.after ?? line.before}`;
      const cell = line.cells[column ?? 0];
      const isComputed = cell?.before?.text === cell?.after?.text;
      const text = (content: CellContent | undefined): string =>
        content?.formula && isComputed ? `=${content.formula}` : (content?.text ?? '');
      return `${name}!${letter}${line.after} ${text(cell?.before)}→${text(cell?.after)}`;
    }),
  );
}

const BUDGET: Value[][] = [
  ['Partida', 'Unidad', 'Cantidad', 'Precio'],
  ['Excavación a máquina', 'm3', 120, 8_500],
  ['Hormigón H30', 'm3', 48, 98_000],
  ['Enfierradura A63', 'kg', 5_400, 1_450],
  ['Moldaje de muros', 'm2', 310, 14_900],
];
const changed = (change: (rows: Value[][]) => unknown): Value[][] => {
  const rows = BUDGET.map((row) => [...row]);
  change(rows);
  return rows;
};
const compareBudgets = async (after: Value[][]): Promise<string[]> =>
  told(await compareWorkbooks(book(await workbook({ Obra: BUDGET })), book(await workbook({ Obra: after }))));

describe('two workbooks', () => {
  it('differ by cells', async () => {
    expect(
      await compareBudgets(
        changed((rows) => {
          (rows[1] as Value[])[2] = 135;
          (rows[4] as Value[])[0] = 'Moldaje de muros y losas';
        }),
      ),
    ).toEqual(['Obra!C2 120→135', 'Obra!A5 Moldaje de muros→Moldaje de muros y losas']);
  });

  it('do not differ by what an inserted or removed row moved', async () => {
    expect(
      await compareBudgets(changed((rows) => rows.splice(2, 0, ['Emplantillado', 'm2', 95, 7_200]))),
    ).toEqual(['Obra!+3']);
    expect(await compareBudgets(changed((rows) => rows.splice(1, 1)))).toEqual(['Obra!-2']);
  });

  it('do not differ by what an inserted or removed column moved', async () => {
    const after = changed((rows) => {
      for (const [at, row] of rows.entries()) row.splice(1, 0, at === 0 ? 'Código' : `P-${at}`);
    });
    expect(await compareBudgets(after)).toEqual(['Obra!+B']);
    expect(
      await compareBudgets(
        changed((rows) => {
          for (const row of rows) row.splice(1, 1);
        }),
      ),
    ).toEqual(['Obra!-B']);
  });

  it('keep a column whose values all changed as the same one', async () => {
    const after = changed((rows) => {
      for (const row of rows.slice(1)) row[3] = Number(row[3]) + 1;
    });
    expect((await compareBudgets(after)).map((each) => each.split(' ')[0])).toEqual([
      'Obra!D2',
      'Obra!D3',
      'Obra!D4',
      'Obra!D5',
    ]);
  });

  it('show a formula that became a number, and none that only moved with its row', async () => {
    const withTotals = (quantity: Value, inserted: Value[][] = []): Value[][] => [
      ['Partida', 'Cantidad', 'Precio', 'Total'],
      ...inserted,
      ['Excavación', 2, 10, { formula: inserted.length ? 'B3*C3' : 'B2*C2' }],
      ['Hormigón', 3, 20, quantity],
    ];
    const before = book(await workbook({ Obra: withTotals({ formula: 'B3*C3' }) }));
    const moved = await workbook({ Obra: withTotals({ formula: 'B4*C4' }, [['Faena', 1, 5, 5]]) });
    expect(told(await compareWorkbooks(before, book(moved)))).toEqual(['Obra!+2']);
    const other = await workbook({ Obra: withTotals({ formula: 'B3*C2' }) });
    expect(told(await compareWorkbooks(before, book(other)))).toEqual(['Obra!D3 =B3*C3→=B3*C2']);
  });

  it('pair sheets by name, then by place', async () => {
    const before = book(await workbook({ Portada: [['Obra Maipo']], Obra: BUDGET, Vieja: [['Sobra']] }));
    const after = book(
      await workbook({ Carátula: [['Obra Maipo']], Obra: BUDGET, Nueva: [['Otra']], Más: [['x']] }),
    );
    const compared = await compareWorkbooks(before, after);
    expect(
      'sheets' in compared && compared.sheets.map((each) => [each.name, each.formerName, each.kind]),
    ).toEqual([
      ['Carátula', 'Portada', 'both'],
      ['Obra', undefined, 'both'],
      ['Nueva', 'Vieja', 'both'],
      ['Más', undefined, 'added'],
    ]);
  });

  it('say which of them cannot be read', async () => {
    const good = book(await workbook({ Obra: BUDGET }));
    expect(await compareWorkbooks(good, book(new Blob(['no es un libro'])))).toEqual({
      fault: 'corrupt',
      of: 'after',
    });
    expect(await compareWorkbooks(book(new Blob([])), good)).toMatchObject({ of: 'before' });
  });
});

describe('large workbooks', () => {
  const LIMITS = { rows: 100, cells: 1_000, cellCharacters: 50, sharedStrings: 500 };

  /** Rows of values separated by semicolons, with a changed one where it is given. */
  const long = (rows: number, columns: number, changed = -1): string =>
    Array.from({ length: rows }, (_, at) =>
      Array.from({ length: columns }, (_, column) =>
        at === changed && column === 0 ? 'cambiada' : `${at}.${column}`,
      ).join(';'),
    ).join('\n');
  const compareLong = async (before: string, after: string) => {
    const compared = await compareWorkbooks(values(before), values(after), LIMITS);
    if ('fault' in compared) throw new Error(compared.fault);
    return { changes: told(compared), uncompared: compared.sheets.map((sheet) => sheet.uncompared) };
  };

  it('are compared to the end', async () => {
    const compared = await compareWorkbooks(values(long(20_000, 2)), values(long(20_000, 2, 18_999)));
    expect(told(compared)).toEqual(['!A19000 18999.0→cambiada']);
    expect('sheets' in compared && compared.sheets[0]?.uncompared).toEqual([]);
  });

  it('say after how many rows they were cut', async () => {
    const rows = LIMITS.rows + 5;
    const cut = [{ part: 'rows', first: LIMITS.rows, sheet: '' }];
    expect(await compareLong(long(rows, 2), long(rows, 2, rows - 2))).toEqual({
      changes: [],
      uncompared: [cut],
    });
    const sheet = async (end: string) =>
      book(await workbook({ Obra: [...Array.from({ length: rows }, (_, at) => [`fila ${at}`]), [end]] }));
    const sheets = await compareWorkbooks(await sheet('antes'), await sheet('después'), LIMITS);
    expect(told(sheets)).toEqual([]);
    expect('sheets' in sheets && sheets.sheets[0]?.uncompared).toEqual([{ ...cut[0], sheet: 'Obra' }]);
    // The last row of the older one is beyond the cut of the newer one, not gone.
    expect(await compareLong(long(rows, 2), `nueva;fila\n${long(rows, 2)}`)).toEqual({
      changes: ['!+1'],
      uncompared: [cut],
    });
  });

  it('are cut sooner where their rows are wide', async () => {
    const columns = 50;
    const rows = LIMITS.cells / columns + 5;
    expect(await compareLong(long(rows, columns), long(rows, columns, rows - 1))).toEqual({
      changes: [],
      uncompared: [[{ part: 'rows', first: LIMITS.cells / columns, sheet: '' }]],
    });
  });

  it('say which columns were not compared', async () => {
    const wide = long(2, SHEET_COLUMNS + 1);
    expect((await compareLong(wide, wide)).uncompared).toEqual([
      [{ part: 'columns', first: SHEET_COLUMNS, sheet: '' }],
    ]);
  });

  it('say how many sheets were compared', async () => {
    const sheets = (last: string) =>
      Object.fromEntries(
        Array.from({ length: 62 }, (_, at) => [`Hoja ${at + 1}`, [[at === 61 ? last : 'igual']]]),
      );
    const compared = await compareWorkbooks(
      book(await workbook(sheets('antes'))),
      book(await workbook(sheets('después'))),
    );
    expect(told(compared)).toEqual([]);
    expect('sheets' in compared && compared.uncompared).toEqual([{ part: 'sheets', first: 60 }]);
  });

  it('say of how many cells the end was not compared', async () => {
    const filled = 'x'.repeat(LIMITS.cellCharacters);
    const cells = await compareWorkbooks(
      book(await workbook({ Obra: [[`${filled}antes`], [filled]] })),
      book(await workbook({ Obra: [[`${filled}después`], [filled]] })),
      LIMITS,
    );
    expect('sheets' in cells && cells.sheets[0]).toMatchObject({
      changes: [],
      uncompared: [{ part: 'cells', count: 1 }],
    });
  });
});

it('separated values differ by cells too', async () => {
  const before = values('rut;nombre;cargo\n1-9;Ana;Jefa\n2-7;Luis;Maestro\n');
  const after = values('rut;nombre;cargo\n1-9;Ana;Gerenta\n2-7;Luis;Maestro\n3-5;Eva;Ayudante\n');
  expect(told(await compareWorkbooks(before, after))).toEqual(['!C2 Jefa→Gerenta', '!+4']);
});
