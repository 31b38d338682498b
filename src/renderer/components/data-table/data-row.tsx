// biome-ignore-all lint/a11y/useSemanticElements: a virtual table cannot be a table element, its rows are placed
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are read, not operated
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { RowCheck } from '../lists/row-check.tsx';
import type { DataColumn } from './columns.ts';
import styles from './data-table.module.css';

/** One row. Its first column links to the row's subject, and is the last to be truncated. */
export function DataRow<Row>({
  row,
  columns,
  name,
  to,
  index,
  selected,
  stop,
  onToggle,
  place,
}: {
  row: Row;
  columns: readonly DataColumn<Row>[];
  name: string;
  to: string | undefined;
  index: number;
  selected: boolean;
  /** Whether its link is the one that Tab reaches. */
  stop: boolean;
  /** Undefined where rows cannot be selected. */
  onToggle: ((event: unknown) => void) | undefined;
  place: CSSProperties;
}) {
  const { t } = useTranslation();
  const [first, ...others] = columns;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      {...(onToggle ? { 'aria-selected': selected } : {})}
      className={`${styles.row} ${selected ? styles.selected : ''}`}
      style={place}
    >
      {onToggle && (
        <span role="cell">
          <RowCheck label={t('table.select', { name })} checked={selected} onToggle={onToggle} />
        </span>
      )}
      {first && (
        <span role="cell" className={styles.first}>
          {to ? (
            <Link to={to} data-stop="" tabIndex={stop ? 0 : -1}>
              {first.cell(row)}
            </Link>
          ) : (
            first.cell(row)
          )}
        </span>
      )}
      {/* A line of its own on narrow screens; `display: contents` on wide ones. */}
      <span role="none" className={styles.others}>
        {others.map((column) => (
          <span key={column.id} role="cell" className={`${styles.cell} ${column.end ? styles.end : ''}`}>
            {column.cell(row)}
          </span>
        ))}
      </span>
    </div>
  );
}
