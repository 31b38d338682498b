import { IconAlertTriangle, IconEqual, IconPencil, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LibraryRole } from '#shared/access/roles.ts';
import type { ImportedRow, ImportReport } from '#shared/people/users.schemas.ts';
import type { ImportFault } from '#shared/platform/files/table-import.ts';
import { ImportNotes } from '../../components/table-import/import-notes.tsx';
import { formatList, formatNumber } from '../../i18n/format.ts';
import styles from './users.module.css';

const ICONS = { create: IconUserPlus, update: IconPencil, same: IconEqual } as const;
/** Number of rows shown: enough to see that the right file was chosen. */
const SHOWN = 100;

/** What an import would do, and the errors by row. */
export function ImportReview({ report }: { report: ImportReport }) {
  const { t } = useTranslation('users');
  const { rows, faults, faultCount, ignored, sheets } = report;
  const count = (what: keyof typeof ICONS): number => rows.filter((row) => row.what === what).length;
  return (
    <div className={styles.review}>
      <p role="status">
        {faultCount > 0
          ? t('import.faulty', { count: faultCount, shown: formatNumber(faultCount) })
          : t('import.summary', {
              created: formatNumber(count('create')),
              updated: formatNumber(count('update')),
              same: formatNumber(count('same')),
            })}
      </p>
      <ImportNotes ignored={ignored} sheets={sheets} />
      {faults.length > 0 && <Faults faults={faults} more={faultCount - faults.length} />}
      {faults.length > 0 && rows.length > 0 && <p>{t('import.right')}</p>}
      {rows.length > 0 && (
        <ul className={styles.rows} aria-label={t('import.people')}>
          {rows.slice(0, SHOWN).map((row) => {
            const Icon = ICONS[row.what];
            return (
              <li key={row.row} className={row.what === 'same' ? styles.same : undefined}>
                <Icon size={15} aria-hidden="true" />
                <span className={styles.what}>{t(`import.what.${row.what}`)}</span>
                <span className={styles.who}>
                  {row.firstname} {row.lastname} <span className="meta">{row.email}</span>
                  {row.was && <span className={styles.was}>{t('import.was', { name: row.was })}</span>}
                  <Given gives={row.gives} />
                </span>
              </li>
            );
          })}
          {rows.length > SHOWN && (
            <li className="meta">{t('import.more', { shown: formatNumber(rows.length - SHOWN) })}</li>
          )}
        </ul>
      )}
    </div>
  );
}

/** The rights that a row gives; what an admin may do is marked, since it is easily overlooked in a table. */
function Given({ gives: { roles, libraries } }: Pick<ImportedRow, 'gives'>) {
  const { t } = useTranslation('users');
  const nameOf = (role: LibraryRole) => t(`common:libraryRoles.${role}`).toLocaleLowerCase('es');
  if (roles.length + libraries.length === 0) return null;
  return (
    <span className={styles.gives}>
      {roles.map((role) => (
        <b key={role} data-role={role}>
          {t(`import.gives.${role}`)}
        </b>
      ))}
      {libraries.map(({ name, roles: held }) => (
        <span key={name}>
          {t('import.gives.library', {
            name,
            roles: held.length > 0 ? formatList(held.map(nameOf)) : t('import.gives.read'),
          })}
        </span>
      ))}
    </span>
  );
}

/** Each with its cell, as a spreadsheet names it. */
function Faults({ faults, more }: { faults: readonly ImportFault[]; more: number }) {
  const { t } = useTranslation('users');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.faults} aria-label={t('import.faults')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('import.row')}</th>
            <th scope="col">{t('import.column')}</th>
            <th scope="col">{t('import.wrong')}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <td>{row ?? '—'}</td>
              <td>{column ?? '—'}</td>
              <td>
                <IconAlertTriangle size={14} aria-hidden="true" /> {message}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="meta">{t('import.moreFaults', { shown: formatNumber(more) })}</p>}
    </section>
  );
}
