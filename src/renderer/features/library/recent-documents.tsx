import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useEndpoint } from '../../api/client.ts';
import styles from './library.module.css';
import { ListTools } from './list/list-tools.tsx';
import { RecordList } from './list/record-list.tsx';
import { type RecordPages, rowsOf } from './list/use-records.ts';

const SHOWN = 10;

/** The documents that changed last, of all that the person sees. */
export function RecentDocuments() {
  const { t } = useTranslation('library');
  const query = { sort: '-updatedAt', limit: String(SHOWN), facets: 'no' } as const;
  const recent = useEndpoint('recordSearch', { query });
  const items = recent.data?.items ?? [];
  const records: RecordPages = {
    ...rowsOf(items),
    total: undefined,
    facets: undefined,
    corrected: undefined,
    isPending: recent.isPending,
    error: recent.error,
    pageError: null,
    isFetchingMore: false,
    retry: () => void recent.refetch(),
    loadFirst: async () => items,
  };
  if (recent.isSuccess && items.length === 0) return null;
  return (
    <section className={styles.recent} aria-labelledby="recent-documents">
      <header className={styles.listHead}>
        <h2 id="recent-documents">{t('index.recent')}</h2>
        <span className="grow" />
        {items.length === SHOWN && (
          <Link to="/records/search?sort=-updatedAt" className="link">
            {t('index.allRecent')}
          </Link>
        )}
        {items.length > 0 && <ListTools />}
      </header>
      <RecordList records={records} label={t('index.recent')} empty={null} />
    </section>
  );
}
