import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import type { ReadPreview } from './office/office-file.tsx';
import { SHEET_COLUMNS, SHEET_ROWS, type Sheet, type SheetRow } from './office/sheets.ts';
import { useOffice } from './office/use-office.ts';
import styles from './preview.module.css';
import { PreviewSkeleton } from './preview-skeleton.tsx';
import sheet from './sheet.module.css';

const ROW = 26;
/** Columns of a workbook are counted in characters. */
const CHARACTER = 7;
const WIDTH = { usual: 96, least: 40, most: 360 } as const;

/** A, B, … Z, AA. */
const letterOf = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : letterOf(Math.floor(column / 26) - 1) + letterOf(column % 26);

const widthOf = (model: Sheet, column: number): number => {
  const characters = model.widths[column];
  if (characters === undefined) return WIDTH.usual;
  return characters === 0 ? 0 : Math.min(WIDTH.most, Math.max(WIDTH.least, characters * CHARACTER + 12));
};

/** A workbook, one sheet at a time; each is read when it is looked at. */
export function SheetPreview({ content, name, broken }: ReadPreview) {
  const { t } = useTranslation('records');
  const [index, setIndex] = useState(0);
  const [names, setNames] = useState<readonly string[]>([]);
  const reading = useOffice('sheet', content, index);
  const model = reading && 'model' in reading ? reading.model : undefined;
  if (model && names.length === 0) setNames(model.names);
  if (reading && 'fault' in reading && names.length === 0) return broken(reading.fault);

  return (
    <>
      {reading && 'fault' in reading ? (
        broken(reading.fault)
      ) : !model ? (
        <PreviewSkeleton />
      ) : (
        <SheetTable key={index} model={model} label={names[index] || name} />
      )}
      {names.length > 1 && (
        <div className={sheet.tabs} role="tablist" aria-label={t('preview.sheets')}>
          {names.map((each, at) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: sheets are their places
              key={at}
              type="button"
              role="tab"
              aria-selected={at === index}
              onClick={() => setIndex(at)}
            >
              {each || t('preview.sheet', { number: at + 1 })}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function SheetTable({ model, label }: { model: Sheet; label: string }) {
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
          {t('preview.cutSheet', { rows: formatNumber(SHEET_ROWS), columns: SHEET_COLUMNS })}
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
                    {letterOf(column)}
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
