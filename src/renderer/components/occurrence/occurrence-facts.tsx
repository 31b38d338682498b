import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OccurrenceSheet } from '#shared/calendars/calendars.schemas.ts';
import { periodWords } from '#shared/calendars/period.ts';
import { placeHref } from '#shared/platform/hrefs.ts';
import { formatDate, formatLongDate, fullName } from '../../i18n/format.ts';
import styles from './occurrence.module.css';
import { OccurrencePeople } from './occurrence-people.tsx';

/** When a due day is due, whose it is, and what it rests on. */
export function OccurrenceFacts({ item, onChanged }: { item: OccurrenceSheet; onChanged: () => void }) {
  const { t } = useTranslation();
  const { completedOn, completedBy, legalBasis, library, folder, note, decision } = item;
  const aside = decision === 'waived' || decision === 'cancelled';
  return (
    <dl className={styles.facts}>
      <dt>{t('occurrence:due')}</dt>
      <dd>{formatLongDate(item.dueOn)}</dd>
      <dt>{t('occurrence:period')}</dt>
      <dd className={styles.capital}>{periodWords(item.period)}</dd>
      {completedOn && (
        <>
          <dt>{t('occurrence:completedOn')}</dt>
          <dd>{formatDate(completedOn)}</dd>
        </>
      )}
      {completedBy && (
        <>
          <dt>{t('occurrence:completedBy')}</dt>
          <dd>{fullName(completedBy)}</dd>
        </>
      )}
      <OccurrencePeople item={item} onChanged={onChanged} />
      {legalBasis && (
        <>
          <dt>{t('occurrence:legalBasis')}</dt>
          <dd>{legalBasis}</dd>
        </>
      )}
      {library && (
        <>
          <dt>{t(folder ? 'occurrence:folder' : 'occurrence:library')}</dt>
          <dd>
            <Link className="link" to={placeHref(library._id, folder?._id ?? null)}>
              {[library.name, folder?.name].filter(Boolean).join(' / ')}
            </Link>
          </dd>
        </>
      )}
      {note && (
        <>
          <dt>{t(aside ? 'occurrence:reason' : 'occurrence:note')}</dt>
          <dd>{note}</dd>
        </>
      )}
    </dl>
  );
}
