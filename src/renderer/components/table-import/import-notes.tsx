import './catalogue.ts';
import { useTranslation } from 'react-i18next';
import type { ImportedTable } from '#shared/platform/files/table-import.ts';
import { formatList, formatNumber } from '../../i18n/format.ts';

/** What of a table is not read (other sheets, columns that nobody asked for), and what is read although it is hidden. */
export function ImportNotes({ ignored, sheets }: Pick<ImportedTable, 'ignored' | 'sheets'>) {
  const { t } = useTranslation('table-import');
  const others = sheets?.others ?? [];
  return (
    <>
      {sheets && others.length > 0 && (
        <p className="meta">
          {t('sheet', {
            count: others.length,
            read: sheets.read,
            others: formatList(
              others.map(({ name, hidden }) => t(hidden ? 'hiddenSheet' : 'shownSheet', { name })),
            ),
          })}
        </p>
      )}
      {sheets && sheets.hiddenRows > 0 && (
        <p className="meta">
          {t('hiddenRows', { count: sheets.hiddenRows, shown: formatNumber(sheets.hiddenRows) })}
        </p>
      )}
      {ignored.length > 0 && (
        <p className="meta">
          {t('ignored', {
            count: ignored.length,
            columns: formatList(ignored.map((title) => `«${title}»`)),
          })}
        </p>
      )}
    </>
  );
}
