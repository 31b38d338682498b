// biome-ignore-all lint/a11y/useSemanticElements: a virtual table cannot be a table element, its rows are placed
// biome-ignore-all lint/a11y/useFocusableInteractive: heads and cells are read, not operated
import { Checkbox } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchItem } from '#shared/schemas/search.ts';
import type { Carried } from '../carried.ts';
import { useClipboard } from '../clipboard.ts';
import { COLUMNS, useColumns } from './columns.ts';
import { AbsentRow, columnClass, RecordRow } from './record-row.tsx';
import styles from './record-table.module.css';
import type { Rows } from './use-records.ts';
import type { Selection } from './use-selection.ts';
import { useTableKeys } from './use-table-keys.ts';

const ROW = 38;
/** What a snippet adds: a line, and on a narrow screen two, or what was found is cut off before it comes. */
const SNIPPET = { wide: 24, narrow: 36 } as const;
/** Two lines of title, and the state below. */
const NARROW_ROW = 82;

interface Props {
  rows: Rows;
  selection: Selection;
  label: string;
  /** The folder of each row: where documents of many folders stand together. */
  withPlace?: boolean;
  /** Whether there is anything to select documents for. */
  selectable: boolean;
  /** What goes along when a row is dragged; missing where rows are not. */
  carry?: ((item: SearchItem) => Carried | undefined) | undefined;
}

/** Documents, one row each; only the rows near the view exist. Keys: j/k, Enter, x. */
export function RecordTable({ rows, selection, label, withPlace = false, selectable, carry }: Props) {
  const { t } = useTranslation('library');
  const body = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  const narrow = useNarrow();
  const keys = useTableKeys(rows, selectable ? selection : undefined);
  const virtual = useWindowVirtualizer({
    count: rows.count,
    estimateSize: (at) => {
      const snippet = rows.isTall(at) ? SNIPPET[narrow ? 'narrow' : 'wide'] : 0;
      return (narrow ? NARROW_ROW : ROW) + snippet;
    },
    overscan: 6,
    scrollMargin: offset,
  });
  // What stands above the rows may grow or go, and the page's height with it.
  useLayoutEffect(() => {
    const look = (): void => {
      const top = body.current ? Math.round(body.current.getBoundingClientRect().top + window.scrollY) : 0;
      setOffset(top);
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, []);
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
    if (keys.at >= 0) virtual.scrollToIndex(keys.at, { align: 'auto' });
  }, [keys.at, virtual]);

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
            <Checkbox
              size="xs"
              aria-label={t('table.selectAll')}
              checked={all}
              indeterminate={!all && selection.ids.size > 0}
              onChange={() => (all ? selection.clear() : selection.all())}
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
          // A document that has just gone over to the next page stands on both until that one has answered.
          if (!item || seen.has(item._id)) return <AbsentRow key={row.index} top={top} height={row.size} />;
          seen.add(item._id);
          return (
            <RecordRow
              key={item._id}
              item={item}
              columns={columns}
              index={row.index}
              selected={selection.ids.has(item._id)}
              active={keys.at === row.index}
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

/** The same functions at every render, so that rows are drawn again only for their own sake. */
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

function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia('(max-width: 768px)').matches);
  useEffect(() => {
    const media = matchMedia('(max-width: 768px)');
    const change = (): void => setNarrow(media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, []);
  return narrow;
}
