import Papa from 'papaparse';
import writeExcelFile, { type SheetData } from 'write-excel-file/node';
import type { TableFile, TableFormat } from '#shared/schemas/table-file.ts';

const TYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A column's title, and its width in a spreadsheet, in characters. */
export interface TableColumn {
  readonly title: string;
  readonly width: number;
}

/** A table as a file that people open in a spreadsheet. @param name without the ending */
export async function tableFile(
  name: string,
  format: TableFormat,
  sheet: {
    readonly title: string;
    readonly columns: readonly TableColumn[];
    readonly rows: readonly (readonly string[])[];
  },
): Promise<TableFile> {
  const header = sheet.columns.map(({ title }) => title);
  const bytes =
    format === 'csv' ? csv([header, ...sheet.rows]) : await xlsx(sheet.title, sheet.columns, sheet.rows);
  return { name: `${name}.${format}`, type: TYPES[format], data: bytes.toString('base64') };
}

/** `2026-11-21 14:05`, which sorts and reads alike in every country. */
export const momentIn = (timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(moment);

/** As Excel opens it in Chile: UTF-8 with a mark, `;`. A cell that would run as a formula is kept as a text. */
const csv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(
    `\uFEFF${Papa.unparse(
      rows.map((row) => [...row]),
      { delimiter: ';', newline: '\r\n', escapeFormulae: true },
    )}\r\n`,
    'utf8',
  );

function xlsx(
  sheet: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): Promise<Buffer> {
  const data: SheetData = [
    columns.map(({ title }) => ({ value: title, type: String, fontWeight: 'bold' as const })),
    // A text stays one, whatever it begins with.
    ...rows.map((row) => row.map((value) => (value === '' ? null : { value, type: String }))),
  ];
  const widths = columns.map(({ width }) => ({ width }));
  return writeExcelFile(data, { columns: widths, stickyRowsCount: 1, sheet }).toBuffer();
}
