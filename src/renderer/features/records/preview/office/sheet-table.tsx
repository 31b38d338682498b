import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../i18n/format.ts';
import styles from '../preview.module.css';
import { columnName } from './formulas.ts';
import sheet from './sheet.module.css';
import { SHEET_COLUMNS, type Sheet, type SheetRow } from './sheets.ts';

const ROW = 26;
/** Pixels of a character, in which workbooks measure column widths. */
const CHARACTER = 7;
const WIDTH = { usual: 96, least: 40, most: 360 } as const;

const widthOf = (model: Sheet, column: number): number => {
  const characters = model.widths[column];
  if (characters === undefined) return WIDTH.usual;
  return characters === 0 ? 0 : Math.min(WIDTH.most, Math.max(WIDTH.least, characters * CHARACTER + 12));
};

/**
 * A virtual table: only rows near the view are rendered.
 * @param most maximum number of rows shown
 */
export function SheetTable({ model, label, most }: { model: Sheet; label: string; most: number }) {
  const { t } = useTranslation('records');
  const pane = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: model.rows.length,
    getScrollElement: () => pane.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const columns = Array.from({ length: model.columns }, (_, column) => column);
  const items = rows.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = rows.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      {(model.cutRows || model.cutColumns) && (
        <p className={styles.notice}>
          {t('preview.cutSheet', { rows: formatNumber(most), columns: SHEET_COLUMNS })}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard */}
      <section ref={pane} className={sheet.pane} tabIndex={0} aria-label={label}>
        {model.rows.length === 0 ? (
          <p className={sheet.empty}>{t('preview.emptySheet')}</p>
        ) : (
          <table className={sheet.table} aria-rowcount={model.rows.length + 1}>
            <colgroup>
              <col style={{ width: 52 }} />
              {columns.map((column) => (
                <col key={column} style={{ width: widthOf(model, column) }} />
              ))}
            </colgroup>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">{t('preview.row')}</span>
                </th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {columnName(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {above > 0 && <Space height={above} columns={model.columns + 1} />}
              {items.map(({ index }) => {
                const row = model.rows[index];
                return row && <Row key={index} row={row} index={index} columns={columns} />;
              })}
              {below > 0 && <Space height={below} columns={model.columns + 1} />}
            </tbody>
          </table>
        )}
      </section>
    </>
  );
}

function Row({ row, index, columns }: { row: SheetRow; index: number; columns: readonly number[] }) {
  const cells = new Map(row.cells.map((cell) => [cell.column, cell]));
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row">{row.number}</th>
      {columns.map((column) => {
        const cell = cells.get(column);
        return (
          <td
            key={column}
            className={cell?.numeric ? sheet.number : undefined}
            title={cell && cell.text.length > 12 ? cell.text : undefined}
          >
            {cell?.text}
          </td>
        );
      })}
    </tr>
  );
}

const Space = ({ height, columns }: { height: number; columns: number }) => (
  <tr>
    <td colSpan={columns} className={sheet.space} style={{ height }} />
  </tr>
);
