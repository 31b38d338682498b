import type { TableFormat } from '#shared/platform/files/table-file.ts';
import type { ImportFault } from '#shared/platform/files/table-import.ts';
import { t } from '../texts.ts';
import type { GivenTable } from './reading/read-table.ts';
import { tableFile } from './table-file.ts';

/** The title of the column that says what is wrong with each row. An import does not read it. */
export const FAULT_TITLE = t('tables.fault');

/**
 * A table that somebody wanted to import, with what is wrong with each row beside it.
 * @param name of the file, without extension
 */
export const faultsFile = (
  name: string,
  title: string,
  { header, rows }: GivenTable,
  faults: readonly ImportFault[],
  format: TableFormat,
) => {
  const said = (at: number | null): string =>
    faults
      .filter(({ row }) => row === at)
      .map(({ column, message }) => (column === null ? message : `${column}: ${message}`))
      .join(' ');
  const width = Math.max(header.length, ...rows.map(({ cells }) => cells.length));
  const filled = (cells: readonly string[]): string[] =>
    Array.from({ length: width }, (_none, at) => cells[at] ?? '');
  const numbers = new Set(rows.map(({ number }) => number));
  // What is wrong with the file has no row: it stands beside the first one.
  const general = [
    ...new Set(faults.map(({ row }) => row).filter((row) => row === null || !numbers.has(row))),
  ]
    .map(said)
    .join(' ');
  return tableFile(name, format, {
    title,
    columns: [
      ...filled(header).map((each) => ({ title: each, width: 24 })),
      { title: FAULT_TITLE, width: 60 },
    ],
    rows: rows.map(({ number, cells }, at) => [
      ...filled(cells),
      [at === 0 ? general : '', said(number)].filter(Boolean).join(' '),
    ]),
  });
};
