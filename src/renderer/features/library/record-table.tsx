// biome-ignore-all lint/a11y/useSemanticElements: a virtual table cannot be a table element, its rows are placed
// biome-ignore-all lint/a11y/useFocusableInteractive: heads and cells are read, not operated
import { Checkbox } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchItem } from '#shared/schemas/search.ts';
import type { Carried } from './carried.ts';
import { useClipboard } from './clipboard.ts';
import { COLUMNS, useColumns } from './columns.ts';
import { columnClass, RecordRow } from './record-row.tsx';
import styles from './record-table.module.css';
import type { Selection } from './use-selection.ts';
import { useTableKeys } from './use-table-keys.ts';

const ROW = 38;
/** What a snippet adds: a line, and on a narrow screen two, or what was found is cut off before it comes. */
const SNIPPET = { wide: 24, narrow: 36 } as const;
/** Two lines of title, and the state below. */
const NARROW_ROW = 82;

interface Props {
  items: readonly SearchItem[];
  selection: Selection;
  /** More is fetched when the end comes near. */
  hasMore: boolean;
  onMore: () => void;
  label: string;
  /** The folder of each row: where documents of many folders stand together. */
  withPlace?: boolean;
  /** Whether there is anything to select documents for. */
  selectable: boolean;
  /** What goes along when a row is dragged; missing where rows are not. */
  carry?: ((item: SearchItem) => Carried | undefined) | undefined;
}

/** Documents, one row each; only the rows near the view exist. Keys: j/k, Enter, x. */
export function RecordTable({
  items,
  selection,
  hasMore,
  onMore,
  label,
  withPlace = false,
  selectable,
  carry,
}: Props) {
  const { t } = useTranslation('library');
  const body = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  const narrow = useNarrow();
  const keys = useTableKeys(items, selectable ? selection : undefined);
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: (at) => {
      const snippet = items[at]?.snippet ? SNIPPET[narrow ? 'narrow' : 'wide'] : 0;
      return (narrow ? NARROW_ROW : ROW) + snippet;
    },
    overscan: 12,
    scrollMargin: offset,
    getItemKey: (at) => items[at]?._id ?? at,
  });
  // What stands above the rows may grow or go: the page's own coordinates are looked up after every render.
  useLayoutEffect(() => {
    const top = body.current ? Math.round(body.current.getBoundingClientRect().top + window.scrollY) : 0;
    setOffset(top);
  });
  useEffect(() => {
    if (narrow !== undefined) rows.measure();
  }, [rows, narrow]);

  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= items.length - 20) onMore();
  }, [hasMore, last, items.length, onMore]);
  useEffect(() => {
    if (keys.at >= 0) rows.scrollToIndex(keys.at, { align: 'auto' });
  }, [keys.at, rows]);

  const waiting = useClipboard((state) => state.carried);
  const cutIds = new Set(waiting?.kind === 'records' ? waiting.records.map((each) => each._id) : []);
  const { shown: columns } = useColumns();
  const all = items.length > 0 && selection.ids.size === items.length;
  return (
    <div
      className={styles.table}
      role="table"
      aria-label={label}
      aria-rowcount={hasMore ? -1 : items.length + 1}
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
      <div ref={body} role="rowgroup" style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {shown.map((row) => {
          const item = items[row.index];
          return (
            item && (
              <RecordRow
                key={item._id}
                item={item}
                columns={columns}
                index={row.index}
                selected={selection.ids.has(item._id)}
                active={keys.at === row.index}
                withPlace={withPlace}
                carry={carry && (() => carry(item))}
                carried={cutIds.has(item._id)}
                onSelect={selectable ? (event) => selection.toggle(row.index, event.shiftKey) : undefined}
                style={{
                  position: 'absolute',
                  insetInline: 0,
                  top: 0,
                  height: row.size,
                  transform: `translateY(${row.start - rows.options.scrollMargin}px)`,
                }}
              />
            )
          );
        })}
      </div>
    </div>
  );
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
