import { IconAlertTriangle, IconEqual, IconPencil, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TableImportReport, TableImportRow } from '#shared/imports/imports.schemas.ts';
import type { ImportFault } from '#shared/platform/files/table-import.ts';
import { groupBy } from '#shared/platform/group-by.ts';
import { formatList, formatNumber } from '../../i18n/format.ts';
import { ImportNotes } from './import-notes.tsx';
import styles from './table-import.module.css';

const ICONS = { create: IconPlus, update: IconPencil, same: IconEqual } as const;
/** Number of rows shown: enough to see that the right table was given. */
const SHOWN = 100;

type Shown =
  | { readonly row: number | null; readonly faults: readonly ImportFault[] }
  | (TableImportRow & { readonly faults?: undefined });

/** Wrong rows first, because they are what must be read; then the others, in their order. */
function shownOf({ rows, faults }: TableImportReport): Shown[] {
  const wrong = [...groupBy(faults, ({ row }) => row)].map(([row, own]) => ({ row, faults: own }));
  return [...wrong, ...rows];
}

/** What an import would do with each row, or what is wrong with it, beside its cell. */
export function ImportRows({ report }: { report: TableImportReport }) {
  const { t } = useTranslation('table-import');
  const { rows, faultCount } = report;
  const count = (what: TableImportRow['what']): string =>
    formatNumber(rows.filter((row) => row.what === what).length);
  const shown = shownOf(report);
  return (
    <div className={styles.review}>
      <p role="status">
        {faultCount > 0 && `${t('faulty', { count: faultCount, shown: formatNumber(faultCount) })}. `}
        {(rows.length > 0 || faultCount === 0) &&
          t('summary', { created: count('create'), updated: count('update'), same: count('same') })}
      </p>
      <ImportNotes ignored={report.ignored} sheets={report.sheets} />
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ul className={styles.rows} aria-label={t('rows')} tabIndex={0}>
          {shown
            .slice(0, SHOWN)
            .map((each) =>
              each.faults ? (
                <WrongRow key={`wrong ${each.row}`} row={each.row} faults={each.faults} />
              ) : (
                <RightRow key={each.row} row={each} />
              ),
            )}
          {shown.length > SHOWN && (
            <li className="meta">{t('more', { shown: formatNumber(shown.length - SHOWN) })}</li>
          )}
        </ul>
      )}
    </div>
  );
}

function RightRow({ row }: { row: TableImportRow }) {
  const { t } = useTranslation('table-import');
  const Icon = ICONS[row.what];
  return (
    <li className={row.what === 'same' ? styles.same : undefined}>
      <Icon size={15} aria-hidden="true" />
      <span className={styles.number}>{t('row', { row: row.row })}</span>
      <span className={styles.what}>{t(`what.${row.what}`)}</span>
      <span className={styles.about}>
        {row.name}
        {row.also.length > 0 && (
          <span className={styles.detail}>
            {t('also', { names: formatList(row.also.map((name) => `«${name}»`)) })}
          </span>
        )}
        {row.note && <span className={styles.detail}>{row.note}</span>}
        {row.changes.map(({ column, was, now }) => (
          <span key={column} className={styles.detail}>
            {t('change', { column, was, now })}
          </span>
        ))}
      </span>
    </li>
  );
}

function WrongRow({ row, faults }: { row: number | null; faults: readonly ImportFault[] }) {
  const { t } = useTranslation('table-import');
  return (
    <li className={styles.wrong}>
      <IconAlertTriangle size={15} aria-hidden="true" />
      <span className={styles.number}>{row === null ? t('whole') : t('row', { row })}</span>
      <span className={styles.what}>{t('what.wrong')}</span>
      <span className={styles.about}>
        {faults.map(({ column, cell, message }) => (
          <span key={`${column} ${message}`} className={styles.fault}>
            {column === null
              ? message
              : cell
                ? t('faultCell', { column, cell, message })
                : t('fault', { column, message })}
          </span>
        ))}
      </span>
    </li>
  );
}
