import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SheetTable } from '../office/sheet-table.tsx';
import type { Sheet } from '../office/sheets.ts';
import styles from '../preview.module.css';
import { parseTable, SHOWN_ROWS, type TextTable } from './text.ts';

/** Columns up to this many characters are not broken: a code or a RUT would break at its hyphen. */
const SHORT = 24;
/** Maximum number of cells that the page lays out at once without a noticeable pause. */
const CELLS = 3_000;

const classOf = (cell: string, numeric: boolean): string | undefined =>
  numeric ? styles.number : cell.length <= SHORT ? styles.short : undefined;

/** A CSV as a table. A large one is virtual, like a workbook's sheet. */
export function CommaTable({ text, name, more }: { text: string; name: string; more: boolean }) {
  const { t } = useTranslation('records');
  const table = useMemo(() => parseTable(text), [text]);
  const cut = table.cutRows || table.cutColumns || more;
  if (table.rows.length * table.head.length > CELLS)
    return <SheetTable model={sheetOf(table, cut)} label={name} most={SHOWN_ROWS} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={name}>
      <div className={`${styles.paper} ${styles.wide}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              {table.head.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name that is unique
                <th key={at} scope="col" className={table.numeric.has(at) ? styles.number : undefined}>
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
              <tr key={at}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={column} className={classOf(cell, table.numeric.has(column))}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {cut && <p className={styles.cut}>{t('preview.cutRows', { count: SHOWN_ROWS })}</p>}
      </div>
    </section>
  );
}

const sheetOf = ({ head, rows, numeric }: TextTable, cut: boolean): Sheet => ({
  names: [],
  rows: [head, ...rows].map((cells, at) => ({
    number: at + 1,
    cells: cells.map((text, column) => ({
      column,
      text,
      ...(at > 0 && numeric.has(column) ? { numeric: true as const } : {}),
    })),
  })),
  columns: Math.max(head.length, ...rows.map((row) => row.length)),
  widths: [],
  cutRows: cut,
  cutColumns: false,
  cutCells: 0,
});
