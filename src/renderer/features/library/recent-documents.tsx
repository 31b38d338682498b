import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useEndpoint } from '../../api/client.ts';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import styles from './library.module.css';
import { RecordTable } from './list/record-table.tsx';
import { rowsOf } from './list/use-records.ts';
import { useSelection } from './list/use-selection.ts';

const SHOWN = 10;

/** The documents that changed last, of all that the person sees. */
export function RecentDocuments() {
  const { t } = useTranslation('library');
  const query = { sort: '-updatedAt', limit: String(SHOWN), facets: 'no' } as const;
  const recent = useEndpoint('recordSearch', { query });
  const items = recent.data?.items ?? [];
  const rows = rowsOf(items);
  const selection = useSelection(rows);
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
      </header>
      {recent.isPending && <LoadingRows rows={SHOWN} height={38} />}
      {recent.isError && (
        <ErrorState title={t('failed')} error={recent.error} onRetry={() => void recent.refetch()} />
      )}
      {items.length > 0 && (
        <RecordTable rows={rows} selection={selection} selectable={false} label={t('index.recent')} />
      )}
    </section>
  );
}
