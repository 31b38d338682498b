// biome-ignore-all lint/a11y/useSemanticElements: a virtual table cannot be a table element, its rows are placed
// biome-ignore-all lint/a11y/useFocusableInteractive: heads are read; the button in them is operated
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { DataColumn, DataSort } from './columns.ts';
import styles from './data-table.module.css';

/** The head of a column; a button where the column can be sorted. */
export function Head<Row>({
  column,
  sort,
  onSort,
}: {
  column: DataColumn<Row>;
  sort: DataSort;
  onSort: (sort: DataSort) => void;
}) {
  const here = sort.by === column.id;
  const direction = sort.descending ? 'descending' : 'ascending';
  const Arrow = sort.descending ? IconArrowDown : IconArrowUp;
  return (
    <span
      role="columnheader"
      className={column.end ? styles.end : undefined}
      {...(column.sort ? { 'aria-sort': here ? direction : 'none' } : {})}
    >
      {column.sort ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort({ by: column.id, descending: here && !sort.descending })}
        >
          {column.header}
          {here && <Arrow size={13} aria-hidden="true" />}
        </button>
      ) : (
        column.header
      )}
    </span>
  );
}
