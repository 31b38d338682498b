// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table element, its lines are placed
// biome-ignore-all lint/a11y/useFocusableInteractive: its cards take the focus
import { useEffect } from 'react';
import { hitHref } from '../../../../components/documents/hit-href.ts';
import { useRowKeys, useRowStop } from '../../../../hooks/rows/use-row-keys.ts';
import { placed, useWindowRows } from '../../../../hooks/rows/use-window-rows.ts';
import { rowKey, rowPointer } from '../list-input.ts';
import { AbsentCard } from '../loading-list.tsx';
import type { RecordTableProps } from '../record-table.tsx';
import { useCutIds, useStableUse } from '../use-stable-use.ts';
import { RecordCard } from './record-card.tsx';
import styles from './record-grid.module.css';
import { CARD, useCardColumns } from './use-card-columns.ts';

/** Lines before and after those in view that are drawn, and kept fresh. */
const OVERSCAN = 1;

/**
 * The documents of a list as cards. What rows can do, cards can: one of them takes the focus, arrows go in four
 * directions, and selection, menu, quick look and dragging are the list's own.
 */
export function RecordGrid({
  rows,
  selection,
  label,
  withPlace = false,
  carry,
  use,
  keys: given,
}: Omit<RecordTableProps, 'selectable'>) {
  const { frame, columns: measured } = useCardColumns();
  const columns = Math.max(1, measured);
  const lines = Math.ceil(rows.count / columns);
  const height = CARD.height + (withPlace ? CARD.placeHeight : 0);
  const stop = useRowStop(rows.count, (row) => rows.at(row)?._id);
  const { body, virtual } = useWindowRows({
    count: lines,
    overscan: OVERSCAN,
    pinned: Math.floor(stop.at / columns),
    estimateSize: () => height + CARD.gap,
  });
  const keys = useRowKeys({
    stop,
    body,
    virtual,
    columns,
    count: rows.count,
    hasMore: rows.hasMore,
    to: (row) => {
      const item = rows.at(row);
      return item && hitHref(item);
    },
    select: (row) => selection.toggle(row),
    extend: selection.extend,
    onKey: use && ((event, row) => rowKey(event, row, selection, use)),
  });
  if (given) given.current = keys;
  const stable = useStableUse(selection, carry, use);
  const cutIds = useCutIds();
  const first = Math.max(0, (virtual.range?.startIndex ?? 0) - OVERSCAN) * columns;
  const last = Math.min(rows.count - 1, ((virtual.range?.endIndex ?? 0) + OVERSCAN + 1) * columns - 1);
  const { show } = rows;
  useEffect(() => show(first, last), [show, first, last]);
  return (
    <div ref={frame}>
      <div
        ref={body}
        {...keys.handlers}
        {...(use ? rowPointer(selection, use, keys.focus) : {})}
        role="grid"
        aria-label={label}
        aria-multiselectable="true"
        aria-rowcount={rows.hasMore ? -1 : lines}
        aria-colcount={columns}
        style={{ height: virtual.getTotalSize(), position: 'relative' }}
      >
        {(measured > 0 ? virtual.getVirtualItems() : []).map((line) => (
          <div
            key={line.index}
            role="row"
            aria-rowindex={line.index + 1}
            className={styles.cards}
            style={placed(line.start - virtual.options.scrollMargin, height)}
          >
            {Array.from({ length: Math.min(columns, rows.count - line.index * columns) }, (_, column) => {
              const index = line.index * columns + column;
              const item = rows.at(index);
              if (!item)
                return (
                  <div
                    key={index}
                    className={styles.card}
                    role="gridcell"
                    aria-colindex={column + 1}
                    tabIndex={-1}
                    aria-busy="true"
                    data-row={index}
                  >
                    <AbsentCard />
                  </div>
                );
              return (
                <RecordCard
                  key={item._id}
                  item={item}
                  index={index}
                  column={column + 1}
                  selected={selection.ids.has(item._id)}
                  stop={stop.at === index}
                  withPlace={withPlace}
                  carry={stable.carry}
                  carried={cutIds.has(item._id)}
                  onSelect={stable.select}
                  onMenu={stable.menu}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
