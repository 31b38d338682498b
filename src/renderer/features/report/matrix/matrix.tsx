// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table is what a grid of marks prints as
// biome-ignore-all lint/a11y/noRedundantRoles: on a narrow screen its parts are laid out as no table is
// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: rows that do not exist leave a gap
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OccurrenceStatus } from '#shared/calendars/status.ts';
import type { Report } from '#shared/report/report.schemas.ts';
import { OccurrenceSign } from '../../../components/occurrence/occurrence-mark.tsx';
import { useWindowRows } from '../../../hooks/rows/use-window-rows.ts';
import { useNarrow } from '../../../hooks/use-narrow.ts';
import { monthHead } from '../cells.ts';
import { monthOfDay, monthsBetween } from '../filters/filters.ts';
import { usePrinting } from '../use-printing.ts';
import styles from './matrix.module.css';
import { MatrixRow } from './matrix-row.tsx';
import { useCellClicks } from './use-cell-clicks.ts';
import { useGridKeys } from './use-grid-keys.ts';

const ROW = 44;
/** Heights of a strip in pixels: its title, each line of twelve months, its padding. */
const STRIP = { head: 55, line: 44 };
/** Rows rendered outside the view, and the number of months that the widest screen shows. */
const AHEAD = 6;
const IN_VIEW = 20;
/** Up to this many rows the page scrolls; with more, the table scrolls below its head. */
const WHOLE_UP_TO = 16;

/** Order of the legend, as in the mock-ups: met, in progress, failed, to come. */
const LEGEND: readonly OccurrenceStatus[] = [
  'done',
  'late',
  'submitted',
  'overdue',
  'today',
  'upcoming',
  'pending',
  'waived',
];

/** Obligations × months. On a narrow screen each obligation is a strip of twelve months. */
export function Matrix({ report, closed }: { report: Report; closed: boolean }) {
  const { t } = useTranslation('report');
  const narrow = useNarrow();
  const printing = usePrinting();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const { rows, from, to, asOf } = report;
  const months = useMemo(() => monthsBetween(from, to), [from, to]);
  const now = monthOfDay(asOf);
  // The current months are at the end of a long period, so the view begins there.
  useLayoutEffect(() => {
    const head = grid.current?.querySelector<HTMLElement>(`.${styles.now}`);
    if (scroller.current && head && months.length > 12) scroller.current.scrollLeft = head.offsetLeft;
  }, [months]);
  const strip = STRIP.head + Math.ceil(months.length / 12) * STRIP.line;
  // Cells outside the view are rendered after the others, whenever the report changes.
  const settled = useDeferredValue<Report | null>(report, null) === report;
  const size = narrow ? strip : ROW;
  const whole = settled || narrow || printing || months.length <= IN_VIEW;
  const begin = whole ? 0 : Math.max(0, Math.min(months.indexOf(now), months.length - IN_VIEW));

  const openCell = useCellClicks();
  const inner = useVirtualizer({
    count: rows.length,
    enabled: !narrow,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: settled ? AHEAD : 0,
    initialRect: { width: 0, height: 640 },
  });
  const { body, virtual: outer } = useWindowRows<HTMLTableSectionElement>({
    count: narrow ? rows.length : 0,
    estimateSize: () => strip,
  });
  const shown = narrow ? outer.getVirtualItems() : inner.getVirtualItems();
  const first = printing ? 0 : (shown[0]?.index ?? 0);
  const last = printing ? rows.length - 1 : (shown.at(-1)?.index ?? -1);
  const keys = useGridKeys({
    grid,
    rows: rows.length,
    columns: months.length + 1,
    reveal: (row) => (narrow ? outer : inner).scrollToIndex(row, { align: 'auto' }),
  });
  return (
    <div className={styles.frame} data-tour="report-matrix">
      <div
        ref={scroller}
        className={styles.scroller}
        data-long={rows.length > WHOLE_UP_TO || undefined}
        style={{ '--months': months.length } as React.CSSProperties}
      >
        <table
          ref={grid}
          role="grid"
          className={styles.matrix}
          data-wide={months.length > 12 || undefined}
          aria-label={t('matrix.label')}
          aria-rowcount={rows.length + 1}
          aria-colcount={months.length + 3}
          onClick={openCell}
          onKeyDown={keys.onKeyDown}
          onFocus={keys.onFocus}
        >
          <thead>
            <tr role="row" aria-rowindex={1}>
              <th scope="col" role="columnheader" className={styles.title}>
                {t('matrix.obligation')}
              </th>
              {months.map((month, at) => (
                <th
                  key={month}
                  scope="col"
                  role="columnheader"
                  className={month === now ? styles.now : undefined}
                >
                  {monthHead(month)}
                  {months.length > 12 && (at === 0 || month.endsWith('-01')) && (
                    <small>{month.slice(0, 4)}</small>
                  )}
                </th>
              ))}
              <th scope="col" role="columnheader" className={styles.total}>
                {t('matrix.met')}
              </th>
              <th scope="col" role="columnheader" className={styles.person}>
                <span className="visually-hidden">{t('matrix.responsible')}</span>
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            <Gap height={first * size} />
            {rows.slice(first, last + 1).map((row, at) => (
              <MatrixRow
                key={row.obligation._id}
                row={row}
                at={first + at}
                months={months}
                now={now}
                closed={closed}
                drawnFrom={begin}
                drawnTo={whole ? months.length : begin + IN_VIEW}
                strip={narrow ? strip : undefined}
                column={keys.at.row === first + at ? keys.at.column : -1}
              />
            ))}
            <Gap height={Math.max(0, rows.length - last - 1) * size} />
          </tbody>
        </table>
      </div>
      <ul className={styles.legend} aria-label={t('matrix.legend')}>
        {LEGEND.map((status) => (
          <li key={status}>
            <OccurrenceSign status={status} />
            {t(`common:occurrenceStatus.${status}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Takes the space of the rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return height > 0 ? (
    <tr role="presentation" className={styles.gap}>
      <td role="presentation" style={{ height }} />
    </tr>
  ) : null;
}
