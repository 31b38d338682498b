import type { ImportFault } from '#shared/platform/files/table-import.ts';
import { IMPORT } from '#shared/platform/limits.ts';
import { t } from '../../texts.ts';
import { FORMULA } from '../table-file.ts';
import { foldTitle } from './fold-title.ts';
import type { TableSheets } from './open-sheet.ts';
import { readRows } from './read-rows.ts';
import { FAULTS, TableFault } from './table-fault.ts';

/** A column that an import reads. */
export interface ReadColumn<Column extends string> {
  readonly key: Column;
  /** As messages, templates and exports write it. */
  readonly title: string;
  /** Other titles that are understood, folded (`foldTitle`). The own title is, too. */
  readonly names: readonly string[];
  readonly required?: boolean;
  /** Whether lines inside a cell mean something. Otherwise they are joined. */
  readonly lines?: boolean;
}

export interface TableRow<Column extends string> {
  /** The row's number as a spreadsheet shows it: the header is row 1. */
  readonly number: number;
  /** Trimmed. Absent where the file has no such column; empty where the cell is empty. */
  readonly cells: Readonly<Partial<Record<Column, string>>>;
}

/** All cells as they were given, without blank rows and without the column in which we wrote what was wrong. */
export interface GivenTable {
  readonly header: readonly string[];
  readonly rows: readonly { readonly number: number; readonly cells: readonly string[] }[];
}

export interface ReadTable<Column extends string> {
  readonly rows: readonly TableRow<Column>[];
  readonly given: GivenTable;
  /** How the file names each column. */
  readonly titles: Readonly<Partial<Record<Column, string>>>;
  /** Columns that are not read, as the file names them. */
  readonly ignored: readonly string[];
  /** Null for a CSV. */
  readonly sheets: TableSheets | null;
  /** Problems of the whole table. Where there are any, it has no rows. */
  readonly faults: readonly ImportFault[];
}

/** Reads a table of known columns from a CSV or XLSX file. @throws TableFault */
export async function readTable<Column extends string>(
  bytes: Uint8Array,
  columns: readonly ReadColumn<Column>[],
): Promise<ReadTable<Column>> {
  if (bytes.length === 0) throw new TableFault(FAULTS.empty);
  if (bytes.length > IMPORT.bytes) throw new TableFault(FAULTS.too_large);
  const byName = new Map(
    columns.flatMap((column) =>
      [foldTitle(column.title), ...column.names].map((name) => [name, column] as const),
    ),
  );
  const { rows, sheets } = await readRows(bytes, [...byName.keys()]);
  const headerAt = rows.findIndex((row) => !isBlank(row));
  const header = rows[headerAt];
  if (!header) throw new TableFault(FAULTS.empty);
  if (header.length > IMPORT.columns) throw new TableFault(FAULTS.too_large);
  const { places, titles, ignored, faults } = headerOf(header, headerAt, columns, byName);
  const filled = rows
    .slice(headerAt + 1)
    .map((row, at) => ({ number: headerAt + at + 2, row }))
    .filter(({ row }) => !isBlank(row));
  const general = (message: string) => faults.push({ row: null, column: null, message });
  if (filled.length > IMPORT.rows) general(t('tables.full', { rows: IMPORT.rows.toLocaleString('es-CL') }));
  if (filled.length === 0 && faults.length === 0) general(t('tables.none'));
  const cellsOf = (row: readonly string[]) =>
    Object.fromEntries(
      columns.flatMap(({ key, lines = false }) => {
        const at = places.get(key);
        if (at === undefined) return [];
        const cell = unescaped((row[at] ?? '').trim());
        return [[key, lines ? cell : cell.replace(/\s*[\r\n]+\s*/g, ' ')]];
      }),
    ) as TableRow<Column>['cells'];
  const faultAt = header.findIndex((title) => foldTitle(title) === FAULT_NAME);
  const kept = (row: readonly string[]): string[] => row.map(unescaped).filter((_cell, at) => at !== faultAt);
  return {
    given: {
      header: kept(header),
      rows: filled.slice(0, IMPORT.rows).map(({ number, row }) => ({ number, cells: kept(row) })),
    },
    rows: faults.length > 0 ? [] : filled.map(({ number, row }) => ({ number, cells: cellsOf(row) })),
    titles,
    ignored: ignored.slice(0, IMPORT.columns),
    sheets,
    faults,
  };
}

const FAULT_NAME = foldTitle(t('tables.fault'));
const TITLE_MAX = 80;

const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

/** Removes what our CSV puts before a cell that would otherwise run as a formula. */
const unescaped = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

/** Where each column stands, what is no column, and what is wrong with the titles. */
function headerOf<Column extends string>(
  header: readonly string[],
  headerAt: number,
  columns: readonly ReadColumn<Column>[],
  byName: ReadonlyMap<string, ReadColumn<Column>>,
) {
  const places = new Map<Column, number>();
  const titles: Partial<Record<Column, string>> = {};
  const ignored: string[] = [];
  const faults: ImportFault[] = [];
  const fault = (column: string | null, message: string) =>
    faults.push({ row: headerAt + 1, column, message });
  for (const [at, given] of header.entries()) {
    const title = given.trim().slice(0, TITLE_MAX);
    const name = foldTitle(title);
    if (title === '' || name === FAULT_NAME) continue;
    const column = byName.get(name);
    if (!column) ignored.push(title);
    else if (places.has(column.key)) fault(title, t('tables.column.twice', { column: column.title }));
    else {
      places.set(column.key, at);
      titles[column.key] = title;
    }
  }
  if (places.size === 0) fault(null, t('tables.untitled'));
  else
    for (const { key, title, required } of columns)
      if (required && !places.has(key)) fault(title, t('tables.column.missing', { column: title }));
  return { places, titles, ignored, faults };
}
