import { IconFileDescription } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../api/client.ts';
import { EmptyState, ErrorState, LoadingRows } from '../../components/screen-states.tsx';
import styles from './settings.module.css';

/** The organization's document types. */
export function TypesSection() {
  const { t } = useTranslation('settings');
  const query = useEndpoint('documentTypes', {});
  return (
    <section className={styles.section} aria-labelledby="settings-types" data-tour="settings-types">
      <h2 id="settings-types">{t('types.title')}</h2>
      <p className="secondary">{t('types.intro')}</p>
      {query.isPending && <LoadingRows rows={6} />}
      {query.isError && (
        <ErrorState title={t('types.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data?.length === 0 && <EmptyState icon={IconFileDescription} title={t('types.empty')} />}
      {query.data && query.data.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('types.name')}</th>
              <th scope="col">{t('types.code')}</th>
            </tr>
          </thead>
          <tbody>
            {query.data.map((type) => (
              <tr key={type._id}>
                <td>{type.name}</td>
                <td className="secondary">{type.code}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
