// biome-ignore-all lint/a11y/useSemanticElements: a virtual table cannot be a table element, its rows are placed
// biome-ignore-all lint/a11y/useFocusableInteractive: heads are read, not operated
import { useElementSize } from '@mantine/hooks';
import { type CSSProperties, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowKeys, useRowStop } from '../../hooks/rows/use-row-keys.ts';
import { placed, useWindowRows } from '../../hooks/rows/use-window-rows.ts';
import { useNarrow } from '../../hooks/use-narrow.ts';
import { RowCheck } from '../lists/row-check.tsx';
import type { DataColumn, DataSort } from './columns.ts';
import { DataRow } from './data-row.tsx';
import styles from './data-table.module.css';
import { Head } from './head.tsx';
import { useDataTable } from './use-data-table.ts';

interface Props<Row extends object> {
  /** Accessible name of the table. */
  label: string;
  rows: readonly Row[];
  /** Must be stable (a constant, or memoized): new columns reset the table. */
  columns: readonly DataColumn<Row>[];
  rowKey: (row: Row) => string;
  /** A row's name, for its checkbox. */
  rowName: (row: Row) => string;
  /** The address of a row: its first column becomes a link, and `o` opens it. */
  rowTo?: (row: Row) => string;
  sort: DataSort;
  onSort: (sort: DataSort) => void;
  /** Whether the server sorts. */
  sorted?: boolean;
  selected?: ReadonlySet<string>;
  /** Undefined where rows cannot be selected. */
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** Requests more rows when the last ones come into view. */
  hasMore?: boolean;
  onMore?: () => void;
  /** Row heights in pixels, on wide and on narrow screens. */
  height?: { wide: number; narrow: number };
}

const NONE: ReadonlySet<string> = new Set();
const HEIGHT = { wide: 44, narrow: 64 };

/**
 * A virtual table for the administration's lists: only rows near the view are rendered. Heads sort, columns are hidden
 * where room is short, Shift selects a range. Arrows, j and k move the focus from link to link (without links, from
 * checkbox to checkbox), Enter and o open, x selects. It stays a table: there is more to read in it than to operate.
 */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, rows, columns, rowKey, rowName, rowTo, sort, onSort, sorted = false } = props;
  const { selected = NONE, onSelect, hasMore = false, onMore, height = HEIGHT } = props;
  const { t } = useTranslation();
  const narrow = useNarrow();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const table = useDataTable({ rows, columns, rowKey, sort, sorted, selected, onSelect, width, narrow });
  const model = table.getRowModel().rows;
  const size = narrow ? height.narrow : height.wide;
  const stop = useRowStop(model.length, (row) => model[row]?.id);
  const { body, virtual } = useWindowRows({
    count: model.length,
    pinned: stop.at,
    estimateSize: () => size,
  });
  useEffect(() => {
    if (size) virtual.measure();
  }, [virtual, size]);

  const shown = virtual.getVirtualItems();
  const last = virtual.range?.endIndex ?? -1;
  useEffect(() => {
    if (hasMore && last >= model.length - 10) onMore?.();
  }, [hasMore, last, model.length, onMore]);

  const keys = useRowKeys({
    stop,
    body,
    virtual,
    count: model.length,
    hasMore,
    part: rowTo ? 'a[data-stop]' : 'input[data-check]',
    to: (row) => model[row] && rowTo?.(model[row].original),
    select: onSelect && ((row) => model[row]?.toggleSelected()),
  });

  const seen = columns.filter((column) => table.getColumn(column.id)?.getIsVisible());
  const tracks = useMemo(
    () => [onSelect ? '20px' : '', ...seen.map((column) => column.width ?? 'minmax(0, 1fr)')].join(' '),
    [onSelect, seen],
  );
  const all = model.length > 0 && selected.size >= model.length && table.getIsAllRowsSelected();
  return (
    <div
      ref={ref}
      className={styles.table}
      role="table"
      aria-label={label}
      aria-rowcount={hasMore ? -1 : model.length + 1}
      style={{ '--tracks': tracks } as CSSProperties}
    >
      <div role="rowgroup" className={styles.heads}>
        <div className={`${styles.row} ${styles.head}`} role="row">
          {onSelect && (
            <span role="columnheader">
              <RowCheck
                label={t('table.selectAll')}
                checked={all}
                some={!all && selected.size > 0}
                onToggle={() => onSelect(all ? NONE : new Set(model.map((row) => row.id)))}
              />
            </span>
          )}
          {seen.map((column) => (
            <Head key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      <div
        ref={body}
        {...keys.handlers}
        role="rowgroup"
        style={{ height: virtual.getTotalSize(), position: 'relative' }}
      >
        {shown.map(({ index, start }) => {
          const row = model[index];
          if (!row) return null;
          return (
            <DataRow
              key={row.id}
              row={row.original}
              columns={seen}
              name={rowName(row.original)}
              to={rowTo?.(row.original)}
              index={index}
              selected={row.getIsSelected()}
              stop={stop.at === index}
              onToggle={onSelect && row.getToggleSelectedHandler()}
              place={placed(start - virtual.options.scrollMargin, size)}
            />
          );
        })}
      </div>
    </div>
  );
}
