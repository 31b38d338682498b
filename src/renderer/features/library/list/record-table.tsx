// biome-ignore-all lint/a11y/useSemanticElements: a virtual table cannot be a table element, its rows are placed
// biome-ignore-all lint/a11y/useFocusableInteractive: heads and cells are read, not operated
import { type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { hitHref } from '../../../components/documents/hit-href.ts';
import { RowCheck } from '../../../components/lists/row-check.tsx';
import { type RowKeys, useRowKeys, useRowStop } from '../../../hooks/rows/use-row-keys.ts';
import { useWindowRows } from '../../../hooks/rows/use-window-rows.ts';
import { useNarrow } from '../../../hooks/use-narrow.ts';
import type { Carried } from '../carry/carried.ts';
import { COLUMNS, useColumns } from './columns.ts';
import { type RowUse, rowKey, rowPointer } from './list-input.ts';
import { AbsentRow, columnClass, RecordRow } from './record-row.tsx';
import styles from './record-table.module.css';
import { rowHeight } from './row-height.ts';
import type { Rows } from './use-records.ts';
import type { Selection } from './use-selection.ts';
import { useCutIds, useStableUse } from './use-stable-use.ts';

export interface RecordTableProps {
  rows: Rows;
  selection: Selection;
  label: string;
  /** Whether to show each row's library and folder: for lists with documents of several places. */
  withPlace?: boolean;
  /** Whether documents can be selected. */
  selectable: boolean;
  /** The items to drag with a row; undefined where rows cannot be dragged. */
  carry?: ((item: SearchItem) => Carried | undefined) | undefined;
  /** What rows offer besides being opened; undefined where that is all. */
  use?: RowUse;
  /** Set to what moves the focus in the list. */
  keys?: RefObject<Pick<RowKeys, 'focus' | 'reveal'> | null>;
}

/** Rows before and after those in view that are drawn, and kept fresh. */
const OVERSCAN = 6;

/**
 * A virtual list of documents: only rows near the view are rendered.
 *
 * It is a grid, and its rows take the focus, because a row is what one moves through, selects and opens: in a table,
 * screen readers keep the arrows for themselves, and do not say what is selected. What stands in a row (its checkbox, its
 * link) is no stop of its own: each has a key on the row, so that Tab passes a list of any length in one step.
 */
export function RecordTable(props: RecordTableProps) {
  const { rows, selection, label, withPlace = false, selectable, carry, use } = props;
  const { t } = useTranslation('library');
  const narrow = useNarrow();
  const stop = useRowStop(rows.count, (row) => rows.at(row)?._id);
  const { body, virtual } = useWindowRows({
    count: rows.count,
    overscan: OVERSCAN,
    pinned: stop.at,
    estimateSize: (at) => rowHeight({ narrow, place: withPlace, snippet: rows.isTall(at) }),
  });
  const keys = useRowKeys({
    stop,
    body,
    virtual,
    count: rows.count,
    hasMore: rows.hasMore,
    to: (row) => {
      const item = rows.at(row);
      return item && hitHref(item);
    },
    select: selectable ? (row) => selection.toggle(row) : undefined,
    extend: selectable ? selection.extend : undefined,
    onKey: use && ((event, row) => rowKey(event, row, selection, use)),
  });
  if (props.keys) props.keys.current = keys;
  useEffect(() => {
    if (narrow !== undefined && rows.layout) virtual.measure();
  }, [virtual, narrow, rows.layout]);

  const stable = useStableUse(selection, carry, use);
  const shown = virtual.getVirtualItems();
  // Without the row that is pinned, which may be anywhere.
  const first = Math.max(0, (virtual.range?.startIndex ?? 0) - OVERSCAN);
  const last = Math.min(rows.count - 1, (virtual.range?.endIndex ?? 0) + OVERSCAN);
  const { show } = rows;
  useEffect(() => show(first, last), [show, first, last]);

  const cutIds = useCutIds();
  const { shown: columns } = useColumns();
  const all = rows.count > 0 && selection.ids.size >= rows.count;
  const seen = new Set<string>();
  return (
    <div
      className={styles.table}
      role="grid"
      aria-label={label}
      aria-multiselectable={selectable || undefined}
      aria-rowcount={rows.hasMore ? -1 : rows.count + 1}
      data-selectable={selectable || undefined}
      data-menu={use !== undefined || undefined}
      data-columns={columns.join(' ')}
    >
      <div className={`${styles.row} ${styles.head}`} role="row">
        {selectable && (
          <span role="columnheader">
            <RowCheck
              label={t('table.selectAll')}
              checked={all}
              some={!all && selection.ids.size > 0}
              stop={false}
              onToggle={() => (all ? selection.clear() : selection.all())}
            />
          </span>
        )}
        <span role="columnheader">
          <span className="visually-hidden">{t('table.kind')}</span>
        </span>
        <span role="columnheader">{t('table.name')}</span>
        {COLUMNS.filter((column) => columns.includes(column)).map((column) => (
          <span key={column} role="columnheader" className={columnClass[column]}>
            <span className={column === 'author' ? styles.authorName : undefined}>
              {t(`table.${column}`)}
            </span>
          </span>
        ))}
        {use && (
          <span role="columnheader">
            <span className="visually-hidden">{t('menu.column')}</span>
          </span>
        )}
      </div>
      <div
        ref={body}
        {...keys.handlers}
        {...(use ? rowPointer(selection, use, keys.focus) : {})}
        role="rowgroup"
        style={{ height: virtual.getTotalSize(), position: 'relative' }}
      >
        {shown.map((row) => {
          const item = rows.at(row.index);
          const top = row.start - virtual.options.scrollMargin;
          // A document that moved to the next page is on both until that page was loaded again.
          if (!item || seen.has(item._id))
            return <AbsentRow key={row.index} index={row.index} top={top} height={row.size} />;
          seen.add(item._id);
          return (
            <RecordRow
              key={item._id}
              item={item}
              columns={columns}
              index={row.index}
              selected={selection.ids.has(item._id)}
              stop={stop.at === row.index}
              withPlace={withPlace}
              carry={stable.carry}
              carried={cutIds.has(item._id)}
              onSelect={selectable ? stable.select : undefined}
              onMenu={stable.menu}
              top={top}
              height={row.size}
            />
          );
        })}
      </div>
    </div>
  );
}
