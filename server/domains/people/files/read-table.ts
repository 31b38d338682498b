import type { ImportFault } from '#shared/people/users.schemas.ts';
import { IMPORT } from '#shared/platform/limits.ts';
import { FORMULA } from '../../../platform/tables/table-file.ts';
import { t } from '../texts.ts';
import { COLUMNS, type Column, columnOf, REQUIRED, titleOf } from './columns.ts';
import { readRows } from './read-rows.ts';
import { FAULTS, TableFault } from './table-fault.ts';

export interface TableRow {
  /** The row's number as a spreadsheet shows it: the header is row 1. */
  readonly number: number;
  /** Trimmed. Absent where the file has no such column; empty where the cell is empty. */
  readonly cells: Readonly<Partial<Record<Column, string>>>;
}

export interface PeopleTable {
  readonly rows: readonly TableRow[];
  /** How the file names each column. */
  readonly titles: Readonly<Partial<Record<Column, string>>>;
  readonly ignored: readonly string[];
  /** Problems of the whole table. Where there are any, it has no rows. */
  readonly faults: readonly ImportFault[];
}

/** Reads a table of people from a CSV or XLSX file. @throws TableFault */
export async function readTable(bytes: Uint8Array): Promise<PeopleTable> {
  if (bytes.length === 0) throw new TableFault(FAULTS.empty);
  if (bytes.length > IMPORT.bytes) throw new TableFault(FAULTS.too_large);
  return tableOf(await readRows(bytes));
}

/** Removes what our CSV puts before a cell that would otherwise run as a formula. */
const unescaped = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

/** Joins lines inside a cell. In the column of libraries each line may be one library. */
const oneLine = (column: Column, cell: string): string =>
  column === 'libraries' ? cell : cell.replace(/\s*[\r\n]+\s*/g, ' ');

const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

function tableOf(rows: readonly string[][]): PeopleTable {
  const headerAt = rows.findIndex((row) => !isBlank(row));
  const header = rows[headerAt];
  if (!header) throw new TableFault(FAULTS.empty);
  if (header.length > IMPORT.columns) throw new TableFault(FAULTS.too_large);
  const places: Partial<Record<Column, number>> = {};
  const titles: Partial<Record<Column, string>> = {};
  const ignored: string[] = [];
  const faults: ImportFault[] = [];
  const fault = (column: string | null, message: string) =>
    faults.push({ row: headerAt + 1, column, message });
  for (const [at, given] of header.entries()) {
    const title = given.trim().slice(0, 80);
    const column = columnOf(title);
    if (column === 'remark' || title === '') continue;
    if (column === null) ignored.push(title);
    else if (places[column] !== undefined)
      fault(title, t('import.column.twice', { column: titleOf(column) }));
    else {
      places[column] = at;
      titles[column] = title;
    }
  }
  for (const column of REQUIRED)
    if (places[column] === undefined)
      fault(titleOf(column), t('import.column.missing', { column: titleOf(column) }));
  const below = rows.slice(headerAt + 1).map((row, at) => ({ number: headerAt + at + 2, row }));
  const filled = below.filter(({ row }) => !isBlank(row));
  if (filled.length > IMPORT.rows)
    faults.push({
      row: null,
      column: null,
      message: t('import.full', { rows: IMPORT.rows.toLocaleString('es-CL') }),
    });
  if (filled.length === 0 && faults.length === 0)
    faults.push({ row: null, column: null, message: t('import.none') });
  const cellsOf = (row: readonly string[]) =>
    Object.fromEntries(
      COLUMNS.flatMap((column) => {
        const at = places[column];
        return at === undefined ? [] : [[column, oneLine(column, unescaped((row[at] ?? '').trim()))]];
      }),
    ) as TableRow['cells'];
  return {
    rows: faults.length > 0 ? [] : filled.map(({ number, row }) => ({ number, cells: cellsOf(row) })),
    titles,
    ignored: ignored.slice(0, IMPORT.columns),
    faults,
  };
}
