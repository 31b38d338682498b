import type { TableImportReport, TableImportRow } from '#shared/imports/imports.schemas.ts';
import type { ImportFault } from '#shared/platform/files/table-import.ts';
import { IMPORT } from '#shared/platform/limits.ts';
import { longCell } from '../../platform/tables/reading/long-cell.ts';
import type { ReadColumn, ReadTable } from '../../platform/tables/reading/read-table.ts';
import { isSheetError } from '../../platform/tables/reading/sheet-error.ts';
import { presentSheets } from '../../platform/tables/reading/table-in.ts';
import type { Fail, Planned, Planner } from './kinds/kind.ts';
import { t } from './texts.ts';

export interface PlannedRow extends Planned {
  readonly row: number;
}

export interface TablePlan {
  readonly rows: readonly PlannedRow[];
  readonly faults: readonly ImportFault[];
}

/** How much of a wrong cell is shown beside its error. */
const CELL_SHOWN = 80;

/** What each row of a table does, or what is wrong with it. */
export function planTable<Column extends string>(
  table: ReadTable<Column>,
  planner: Planner<Column>,
  columns: readonly ReadColumn<Column>[],
): TablePlan {
  const titleOf = (column: Column): string =>
    table.titles[column] ?? columns.find(({ key }) => key === column)?.title ?? column;
  const faults: ImportFault[] = [...table.faults];
  const rows: PlannedRow[] = [];
  for (const row of table.rows) {
    let failed = false;
    const fail: Fail<Column> = (column, message) => {
      failed = true;
      const cell = column === null ? undefined : row.cells[column];
      faults.push({
        row: row.number,
        column: column && titleOf(column),
        message,
        ...(cell ? { cell: cell.slice(0, CELL_SHOWN) } : {}),
      });
    };
    const long = Object.entries(row.cells).find(([, cell]) => (cell as string).length > IMPORT.cell);
    if (long) {
      fail(long[0] as Column, longCell());
      continue;
    }
    const broken = Object.entries(row.cells).filter(([, cell]) => isSheetError(cell as string));
    for (const [column] of broken) fail(column as Column, t('error'));
    if (broken.length > 0) continue;
    const planned = planner(row, fail);
    if (planned && !failed) rows.push({ ...planned, row: row.number });
  }
  return { rows, faults };
}

const present = ({ row, what, name, also = [], note, changes = [] }: PlannedRow): TableImportRow => ({
  row,
  what,
  name,
  also: [...also],
  note: note ?? null,
  changes: [...changes],
});

/** @param run by which the import can be undone */
export const reportOf = <Column extends string>(
  table: ReadTable<Column>,
  { rows, faults }: TablePlan,
  run: string | null = null,
): TableImportReport => ({
  rows: rows.map(present),
  faults: faults.slice(0, IMPORT.faultsShown),
  faultCount: faults.length,
  ignored: [...table.ignored],
  sheets: presentSheets(table),
  import: run,
});
