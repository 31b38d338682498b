// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table is what a grid of marks prints as
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are reached by arrows; those without a mark are read
// biome-ignore-all lint/a11y/noRedundantRoles: on a narrow screen its parts are laid out as no table is
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ReportRow } from '#shared/report/report.schemas.ts';
import { OccurrenceSign } from '../../../components/occurrence/occurrence-mark.tsx';
import { useOccurrenceLink } from '../../../components/occurrence/use-occurrence-link.ts';
import { PersonAvatar } from '../../../components/people/person-avatar.tsx';
import { type Cell, cellsOf, formatMonth, monthHead } from '../cells.ts';
import styles from './matrix.module.css';
import { rhythmOf } from './rhythm.ts';

/** An obligation with its months. */
export const MatrixRow = memo(function MatrixRow({
  row,
  at,
  months,
  now,
  closed,
  drawnFrom,
  drawnTo,
  strip,
  column,
}: {
  row: ReportRow;
  /** Index among all rows, from 0. */
  at: number;
  months: readonly string[];
  now: string;
  closed: boolean;
  /** Range of months that are rendered, end excluded; the others keep their space. */
  drawnFrom: number;
  drawnTo: number;
  /** Height in pixels on a narrow screen. */
  strip: number | undefined;
  /** The column of this row that is Tab's stop (0 is the head); undefined where it is in another row. */
  column: number;
}) {
  const { t } = useTranslation('report');
  const to = useOccurrenceLink();
  const { obligation, calendar, responsible, met } = row;
  const rhythm = rhythmOf(obligation.recurrence);
  const place = (index: number) => ({
    'data-place': `${at}:${index}`,
    tabIndex: column === index ? 0 : -1,
  });
  const about = [obligation.authority || calendar.name, rhythm && t(`rhythm.${rhythm}`)]
    .filter(Boolean)
    .join(' · ');
  return (
    <tr role="row" aria-rowindex={at + 2} style={strip ? { height: strip } : undefined}>
      <th scope="row" role="rowheader" className={styles.title}>
        {closed ? (
          <span className={styles.name} title={obligation.title} {...place(0)}>
            {obligation.title}
          </span>
        ) : (
          <Link
            to={`/calendars/edit/${calendar._id}`}
            className={styles.name}
            title={obligation.title}
            {...place(0)}
          >
            {obligation.title}
          </Link>
        )}
        <small>{about}</small>
      </th>
      {cellsOf(row, months).map((cell, index) =>
        index < drawnFrom || index >= drawnTo ? (
          <td key={months[index]} role="gridcell" className={styles.cell} />
        ) : (
          <MonthCell
            key={months[index]}
            title={obligation.title}
            month={months[index] ?? ''}
            first={index % 12 === 0 && months.length > 12}
            cell={cell}
            now={months[index] === now}
            to={closed ? undefined : to}
            t={t}
            place={place(index + 1)}
          />
        ),
      )}
      <td role="gridcell" className={styles.total}>
        <b>{met.count}</b> / {met.of}
      </td>
      <td role="gridcell" className={styles.person}>
        {responsible && <PersonAvatar person={responsible} size={24} named />}
      </td>
    </tr>
  );
});

function MonthCell({
  title,
  month,
  first,
  cell,
  now,
  to,
  t,
  place,
}: {
  title: string;
  month: string;
  /** Whether it begins a line of twelve months, where a strip has several lines. */
  first: boolean;
  cell: Cell | undefined;
  now: boolean;
  /** Opens a due day; undefined where none can be opened. */
  to: ((id: string) => string) | undefined;
  /** Passed as props: otherwise each of hundreds of cells would subscribe to the language. */
  t: TFunction<'report'>;
  place: { 'data-place': string; tabIndex: number };
}) {
  const letter = (
    <span className={styles.letter} aria-hidden="true">
      {monthHead(month).charAt(0)}
      {first && ` ’${month.slice(2, 4)}`}
    </span>
  );
  const look = `${styles.cell} ${now ? styles.now : ''}`;
  if (!cell) {
    return (
      <td role="gridcell" className={`${look} ${styles.none}`} {...place}>
        <span className="visually-hidden">{t('matrix.nothing')}</span>
        {letter}
      </td>
    );
  }
  const { worst, items } = cell;
  const name = t(items.length > 1 ? 'matrix.several' : 'matrix.cell', {
    title,
    month: formatMonth(month),
    status: t(`common:occurrenceStatus.${worst.status}`),
    count: items.length,
  });
  const sign = (
    <>
      <OccurrenceSign status={worst.status} size={17} />
      {items.length > 1 && (
        <span className={styles.count} aria-hidden="true">
          {items.length}
        </span>
      )}
    </>
  );
  return (
    <td role="gridcell" className={look}>
      {!to ? (
        <span role="img" aria-label={name} title={name} className={styles.mark} {...place}>
          {sign}
        </span>
      ) : (
        // A plain link: the table handles the clicks of all cells (`useCellClicks`).
        <a href={to(worst._id)} aria-label={name} title={name} className={styles.mark} {...place}>
          {sign}
        </a>
      )}
      {letter}
    </td>
  );
}
