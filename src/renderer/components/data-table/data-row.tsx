// biome-ignore-all lint/a11y/useSemanticElements: a virtual table cannot be a table element, its rows are placed
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are read, not operated
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { RowCheck } from '../lists/row-check.tsx';
import type { DataColumn } from './columns.ts';
import styles from './data-table.module.css';

/** One row: its first column leads to what it stands for, and is the last to be cut. */
export function DataRow<Row>({
  row,
  columns,
  name,
  to,
  index,
  selected,
  active,
  onToggle,
  place,
}: {
  row: Row;
  columns: readonly DataColumn<Row>[];
  name: string;
  to: string | undefined;
  index: number;
  selected: boolean;
  active: boolean;
  /** Missing where there is nothing to select rows for. */
  onToggle: ((event: unknown) => void) | undefined;
  place: CSSProperties;
}) {
  const { t } = useTranslation();
  const [first, ...others] = columns;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      {...(onToggle ? { 'aria-selected': selected } : {})}
      className={`${styles.row} ${selected ? styles.selected : ''} ${active ? styles.active : ''}`}
      style={place}
    >
      {onToggle && (
        <span role="cell">
          <RowCheck label={t('table.select', { name })} checked={selected} onToggle={onToggle} />
        </span>
      )}
      {first && (
        <span role="cell" className={styles.first}>
          {to ? <Link to={to}>{first.cell(row)}</Link> : first.cell(row)}
        </span>
      )}
      {/* One line of its own on a narrow screen; on a wide one as if it were not there. */}
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
