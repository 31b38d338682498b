// biome-ignore-all lint/a11y/useSemanticElements: a virtual table cannot be a table element, its rows are placed
// biome-ignore-all lint/a11y/useFocusableInteractive: heads and cells are read, not operated
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { RowCheck } from '../../../components/lists/row-check.tsx';
import { useNarrow } from '../../../hooks/use-narrow.ts';
import { useRowKeys } from '../../../hooks/use-row-keys.ts';
import { useWindowRows } from '../../../hooks/use-window-rows.ts';
import type { Carried } from '../carry/carried.ts';
import { useClipboard } from '../carry/clipboard.ts';
import { COLUMNS, useColumns } from './columns.ts';
import { AbsentRow, columnClass, RecordRow } from './record-row.tsx';
import styles from './record-table.module.css';
import type { Rows } from './use-records.ts';
import type { Selection } from './use-selection.ts';

const ROW = 38;
/**
 * Extra height of a row with a snippet: one line, and two on narrow screens, where the match would be cut off
 * otherwise.
 */
const SNIPPET = { wide: 24, narrow: 36 } as const;
/** Two lines of title, and the state below. */
const NARROW_ROW = 82;

interface Props {
  rows: Rows;
  selection: Selection;
  label: string;
  /** Whether to show each row's folder: for lists with documents of several folders. */
  withPlace?: boolean;
  /** Whether documents can be selected. */
  selectable: boolean;
  /** The items to drag with a row; undefined where rows cannot be dragged. */
  carry?: ((item: SearchItem) => Carried | undefined) | undefined;
}

/** A virtual list of documents: only rows near the view are rendered. Keys: j/k, Enter, x. */
export function RecordTable({ rows, selection, label, withPlace = false, selectable, carry }: Props) {
  const { t } = useTranslation('library');
  const narrow = useNarrow();
  const active = useRowKeys({
    count: rows.count,
    to: (row) => {
      const item = rows.at(row);
      return item && `/records/view/${item._id}`;
    },
    select: selectable ? (row) => selection.toggle(row) : undefined,
  });
  const { body, virtual } = useWindowRows({
    count: rows.count,
    estimateSize: (at) => {
      const snippet = rows.isTall(at) ? SNIPPET[narrow ? 'narrow' : 'wide'] : 0;
      return (narrow ? NARROW_ROW : ROW) + snippet;
    },
  });
  useEffect(() => {
    if (narrow !== undefined && rows.layout) virtual.measure();
  }, [virtual, narrow, rows.layout]);

  const stable = useStable(selection, carry);
  const shown = virtual.getVirtualItems();
  const first = shown.at(0)?.index ?? 0;
  const last = shown.at(-1)?.index ?? 0;
  const { show } = rows;
  useEffect(() => show(first, last), [show, first, last]);
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' });
  }, [active, virtual]);

  const waiting = useClipboard((state) => state.carried);
  const cutIds = new Set(waiting?.kind === 'records' ? waiting.records.map((each) => each._id) : []);
  const { shown: columns } = useColumns();
  const all = rows.count > 0 && selection.ids.size === rows.count;
  const seen = new Set<string>();
  return (
    <div
      className={styles.table}
      role="table"
      aria-label={label}
      aria-rowcount={rows.hasMore ? -1 : rows.count + 1}
      data-selectable={selectable || undefined}
      data-columns={columns.join(' ')}
    >
      <div className={`${styles.row} ${styles.head}`} role="row">
        {selectable && (
          <span role="columnheader">
            <RowCheck
              label={t('table.selectAll')}
              checked={all}
              some={!all && selection.ids.size > 0}
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
      </div>
      <div ref={body} role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {shown.map((row) => {
          const item = rows.at(row.index);
          const top = row.start - virtual.options.scrollMargin;
          // A document that moved to the next page is on both until that page was loaded again.
          if (!item || seen.has(item._id)) return <AbsentRow key={row.index} top={top} height={row.size} />;
          seen.add(item._id);
          return (
            <RecordRow
              key={item._id}
              item={item}
              columns={columns}
              index={row.index}
              selected={selection.ids.has(item._id)}
              active={active === row.index}
              withPlace={withPlace}
              carry={stable.carry}
              carried={cutIds.has(item._id)}
              onSelect={selectable ? stable.select : undefined}
              top={top}
              height={row.size}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Stable functions, so that a row is rendered again only when its own data change. */
function useStable(selection: Selection, carry: Props['carry']) {
  const latest = useRef({ selection, carry });
  latest.current = { selection, carry };
  const select = useCallback(
    (row: number, range: boolean) => latest.current.selection.toggle(row, range),
    [],
  );
  const carryIt = useCallback((item: SearchItem) => latest.current.carry?.(item), []);
  return { select, carry: carry && carryIt };
}
