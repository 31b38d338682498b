import Papa from 'papaparse';
import writeExcelFile, { type Cell } from 'write-excel-file/node';
import type { Day } from '#shared/platform/days.ts';
import type { TableFile, TableFormat } from '#shared/platform/files/table-file.ts';

const TYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A column's title, and its width in a spreadsheet, in characters. */
export interface TableColumn {
  readonly title: string;
  readonly width: number;
}

/** A text, a number, a day, or nothing. */
export type TableCell = string | number | { readonly day: Day } | null;

/** A sheet of a workbook, or the table of a CSV. */
export interface TableSheet {
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly TableCell[])[];
}

/** A table as a file for spreadsheet programs. @param name without the extension */
export const tableFile = (name: string, format: TableFormat, sheet: TableSheet): Promise<TableFile> =>
  tablesFile(name, format, [sheet]);

/** Tables as one workbook. A CSV holds only the first one. @param name without the extension */
export async function tablesFile(
  name: string,
  format: TableFormat,
  sheets: readonly TableSheet[],
): Promise<TableFile> {
  const bytes = format === 'csv' ? csv(sheets[0]) : await xlsx(sheets);
  return { name: `${name}.${format}`, type: TYPES[format], data: bytes.toString('base64') };
}

/** By time zone and length: making a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * For example `2026-11-21 14:05`, which sorts and reads alike in every country.
 *
 * @param timeStyle `medium` for the seconds too
 */
export function momentIn(timeZone: string, moment: Date, timeStyle: 'short' | 'medium' = 'short'): string {
  const key = `${timeStyle} ${timeZone}`;
  const known = formats.get(key);
  const format = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle });
  if (!known) formats.set(key, format);
  return format.format(moment);
}

const plain = (cell: TableCell): string | number =>
  cell === null ? '' : typeof cell === 'object' ? cell.day : cell;

/** Characters with which a formula may begin, full-width forms included. */
export const FORMULA = /^[=+\-@\t\r|＝＋－＠]/u;

/**
 * A CSV as Excel opens it in Chile: UTF-8 with a byte order mark, separated by `;`. A cell that would run as a formula
 * is written as text.
 */
function csv(sheet: TableSheet | undefined): Buffer {
  const rows = sheet
    ? [sheet.columns.map(({ title }) => title), ...sheet.rows.map((row) => row.map(plain))]
    : [];
  const text = Papa.unparse(rows, { delimiter: ';', newline: '\r\n', escapeFormulae: FORMULA });
  return Buffer.from(`\uFEFF${text}\r\n`, 'utf8');
}

/** A text stays text, whatever it begins with. A day becomes a date that can be sorted and computed with. */
function cellOf(cell: TableCell): Cell {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return { value: cell, type: Number };
  if (typeof cell === 'string') return { value: cell, type: String };
  return { value: new Date(`${cell.day}T00:00:00Z`), type: Date, format: 'dd-mm-yyyy' };
}

function xlsx(sheets: readonly TableSheet[]): Promise<Buffer> {
  return writeExcelFile(
    sheets.map(({ title, columns, rows }) => ({
      sheet: title,
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
      data: [
        columns.map((column) => ({ value: column.title, type: String, fontWeight: 'bold' as const })),
        ...rows.map((row) => row.map(cellOf)),
      ],
    })),
  ).toBuffer();
}
