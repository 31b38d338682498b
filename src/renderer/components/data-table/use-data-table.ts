import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import type { DataColumn, DataSort } from './columns.ts';

interface Sortable {
  getValue(column: string): unknown;
}

/** Sorts words by Spanish rules and numbers by size; missing values last. */
const spanish = (a: Sortable, b: Sortable, id: string): number => {
  const [x, y] = [a.getValue(id), b.getValue(id)];
  if (typeof x === 'number' && typeof y === 'number') return x - y;
  const [left, right] = [sortKey(String(x)), sortKey(String(y))];
  return left < right ? -1 : left > right ? 1 : 0;
};

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

export interface DataTableOptions<Row extends object> {
  rows: readonly Row[];
  columns: readonly DataColumn<Row>[];
  rowKey: (row: Row) => string;
  sort: DataSort;
  /** Whether the server sorts. */
  sorted: boolean;
  selected: ReadonlySet<string>;
  onSelect: ((selected: ReadonlySet<string>) => void) | undefined;
  /** Width of the table in pixels: some columns are hidden where it is narrow. */
  width: number;
  /** Whether the window is narrow: then only the columns of a row's two lines are shown. */
  narrow: boolean;
}

/** The model of a data table: TanStack Table with our columns, sort order and selection. */
export function useDataTable<Row extends object>(options: DataTableOptions<Row>) {
  const { rows, columns, rowKey, sort, sorted, selected, onSelect, width, narrow } = options;
  const defs = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: Row) =>
          (typeof column.sort === 'function' ? column.sort(row) : undefined) ?? undefined,
        sortFn: spanish,
        sortUndefined: 'last' as const,
        enableSorting: column.sort !== undefined,
        meta: column,
      })),
    [columns],
  );
  const rowSelection = Object.fromEntries([...selected].map((id) => [id, true as const]));
  const columnVisibility = Object.fromEntries(
    columns.map((column, at) => {
      const fits = narrow ? column.narrow === true : width === 0 || width >= (column.from ?? 0);
      return [column.id, at === 0 || fits];
    }),
  );
  return useTable<typeof features, Row>({
    features,
    columns: defs,
    data: rows as Row[],
    getRowId: rowKey,
    manualSorting: sorted,
    enableSortingRemoval: false,
    state: { sorting: [{ id: sort.by, desc: sort.descending }], rowSelection, columnVisibility },
    onRowSelectionChange: (change) => {
      const next = typeof change === 'function' ? change(rowSelection) : change;
      onSelect?.(new Set(Object.keys(next).filter((id) => next[id])));
    },
  });
}
