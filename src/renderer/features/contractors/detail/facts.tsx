import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PartyDetail } from '#shared/contractors/contractors.schemas.ts';
import { formatRut } from '#shared/people/rut.ts';
import { placeHref } from '#shared/platform/hrefs.ts';
import styles from './detail.module.css';

/** What is written about a party. Its RUT and whom to write to only for whoever may know them. */
export function Facts({ party }: { party: PartyDetail }) {
  const { t } = useTranslation('contractors');
  const { kind, rut, contact, email, phone, notes, contractor, path, group, folder, may } = party;
  const above = path.filter(({ _id }) => _id !== folder._id).map(({ name }) => name);
  return (
    <section className={styles.facts} aria-label={t('about')}>
      <h2>{t('about')}</h2>
      <dl>
        {kind === 'worker' && (
          <>
            <dt>{t('columns.worksFor')}</dt>
            <dd>
              {contractor ? (
                <Link className="link" to={`/contractors/${contractor._id}`}>
                  {contractor.name}
                </Link>
              ) : (
                '—'
              )}
            </dd>
          </>
        )}
        {may.facts && (
          <>
            {kind !== 'site' && (
              <>
                <dt>{t('fields.rut')}</dt>
                <dd>{rut ? formatRut(rut) : '—'}</dd>
              </>
            )}
            {kind !== 'worker' && (
              <>
                <dt>{t('fields.contact')}</dt>
                <dd>{contact ?? '—'}</dd>
              </>
            )}
            <dt>{t('fields.email')}</dt>
            <dd>
              {email ? (
                <a className="link" href={`mailto:${email}`}>
                  {email}
                </a>
              ) : (
                '—'
              )}
            </dd>
            <dt>{t('fields.phone')}</dt>
            <dd>
              {phone ? (
                <a className="link" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
                  {phone}
                </a>
              ) : (
                '—'
              )}
            </dd>
          </>
        )}
        <dt>{t('fields.folder')}</dt>
        <dd>
          <Link className="link" to={placeHref(group._id, folder._id)}>
            {[group.name, ...above, folder.name].join(' / ')}
          </Link>
        </dd>
      </dl>
      {notes && <p className={styles.notes}>{notes}</p>}
    </section>
  );
}
