import { Fragment, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { columnName } from '../../preview/office/formulas.ts';
import { runsOf } from '../runs.ts';
import { type ColumnPair, columnStanding } from './align-columns.ts';
import type { CellContent, ComparedCell, ComparedRow, ComparedTable } from './compare-tables.ts';
import type { ComparedSheet, TableChange } from './compare-workbooks.ts';
import styles from './tables.module.css';

/** Rows that are drawn at most: nobody reads more of a sheet at once. */
const DRAWN = 1_000;

/** A sheet with its changed cells, rows and columns marked. Equal rows far from any change are folded away. */
export function ComparedSheetTable({
  table: { columns, rows },
  kind,
  here,
}: {
  table: ComparedTable;
  kind: ComparedSheet['kind'];
  here: TableChange | undefined;
}) {
  const { t } = useTranslation('records');
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const runs = useMemo(() => runsOf(rows.map((row) => row.kind === 'same')), [rows]);
  const lines = runs.flatMap((run) =>
    run.kind === 'folded' && !open.has(run.from)
      ? [{ folded: run.to - run.from, at: run.from }]
      : Array.from({ length: run.to - run.from }, (_, index) => ({ folded: 0, at: run.from + index })),
  );
  // The step leads to a change also where it is beyond what is drawn.
  const marked = here?.row === undefined ? -1 : lines.findIndex(({ at }) => at === here.row);
  const first = marked < DRAWN ? 0 : marked - DRAWN / 2;
  const drawn = lines.slice(first, first + DRAWN);
  return (
    <>
      {first > 0 && <p className={styles.note}>{t('compare.tables.earlier')}</p>}
      <table className={styles.table} data-kind={kind}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('preview.row')}</span>
            </th>
            {columns.map((column, at) => (
              <th
                key={`${column.before} ${column.after}`}
                scope="col"
                data-kind={columnStanding(column)}
                data-here={(here && here.row === undefined && here.column === at) || undefined}
              >
                {columnName(column.after ?? column.before ?? 0)}
                {kind === 'both' && columnStanding(column) !== 'both' && (
                  <span className="visually-hidden">
                    {t(`compare.tables.columns.${columnStanding(column)}`)}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drawn.map(({ folded, at }) => {
            const row = rows[at];
            if (!row) return null;
            if (folded === 0)
              return <Line key={at} row={row} columns={columns} here={here?.row === at ? here : undefined} />;
            return (
              <tr key={at} className={styles.folded}>
                <td colSpan={columns.length + 1}>
                  <button
                    type="button"
                    title={t('compare.unfold')}
                    onClick={() => setOpen(new Set([...open, at]))}
                  >
                    {t('compare.tables.folded', { count: folded })}
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {first + DRAWN < lines.length && <p className={styles.note}>{t('compare.tables.later')}</p>}
    </>
  );
}

function Line({
  row,
  columns,
  here,
}: {
  row: ComparedRow;
  columns: readonly ColumnPair[];
  here: TableChange | undefined;
}) {
  return (
    <tr data-kind={row.kind} data-here={(here && here.column === undefined) || undefined}>
      <th scope="row">{row.after ?? row.before}</th>
      {columns.map((column, at) => (
        <td
          key={`${column.before} ${column.after}`}
          dir="auto"
          data-kind={row.cells[at]?.changed ? 'changed' : columnStanding(column)}
          data-here={(here && here.column === at) || undefined}
          className={
            row.cells[at]?.after?.numeric || row.cells[at]?.before?.numeric ? styles.number : undefined
          }
        >
          <CellOf cell={row.cells[at]} />
        </td>
      ))}
    </tr>
  );
}

function CellOf({ cell }: { cell: ComparedCell | undefined }) {
  if (!cell) return null;
  const { before, after, changed } = cell;
  if (before && after && !changed) return <Shown content={after} />;
  // The same value, computed in another way: a formula that became a number is what a reviewer has to see.
  const computed = before?.text === after?.text;
  return (
    <>
      {before && (
        <del>
          <Shown content={before} computed={computed} />
        </del>
      )}
      {before && after && ' '}
      {after && (
        <ins>
          <Shown content={after} computed={computed} />
        </ins>
      )}
    </>
  );
}

function Shown({
  content: { text, formula },
  computed = false,
}: {
  content: CellContent;
  computed?: boolean;
}) {
  if (formula && (computed || text === '')) return <code>={formula}</code>;
  return <Fragment>{formula ? <span title={`=${formula}`}>{text}</span> : text}</Fragment>;
}
