import writeExcelFile from 'write-excel-file/node';
import type { Rows, Sheet } from '../content.ts';
import { withFixedDates } from './zip.ts';

/** A workbook: bold, frozen header rows, and whole numbers with thousands separators. */
export async function buildXlsx(sheets: readonly Sheet[], day: string): Promise<Buffer> {
  const workbook = writeExcelFile(
    sheets.map(({ name, rows }) => ({
      sheet: name,
      stickyRowsCount: 1,
      columns: widths(rows),
      data: rows.map((row, at) =>
        row.map((value) => {
          if (at === 0) {
            return { value: String(value), fontWeight: 'bold' as const, backgroundColor: '#F3EEE6' };
          }
          return typeof value === 'number'
            ? { value, format: Number.isInteger(value) ? '#,##0' : '0.00' }
            : { value };
        }),
      ),
    })),
  );
  return withFixedDates(await workbook.toBuffer(), day);
}

function widths(rows: Rows): { width: number }[] {
  return (rows[0] ?? []).map((_, column) => ({
    width: Math.min(60, 4 + Math.max(...rows.map((row) => String(row[column] ?? '').length))),
  }));
}
