import { IconFileSearch } from '@tabler/icons-react';
import { Trans, useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Select } from '../../../components/inputs/select.tsx';
import { NoLibrary } from '../../../components/no-library/later.tsx';
import { formatTotal } from '../../../i18n/format-total.ts';
import { type Filters, isNarrowed, withFilter } from '../filters.ts';
import styles from '../library.module.css';
import { ListTools } from '../list/list-tools.tsx';
import { RecordList } from '../list/record-list.tsx';
import { useRecords } from '../list/use-records.ts';
import { useLibraries } from '../queries.ts';
import { FacetList } from './facets.tsx';
import finding from './finding.module.css';
import { useRemembered } from './recent-searches.ts';
import { SaveSearch } from './save-search.tsx';
import { SearchBar } from './search-bar.tsx';

/** Search results, with their facets beside them. */
export function SearchResults({ filters }: { filters: Filters }) {
  const { t } = useTranslation('library');
  const [, setParams] = useSearchParams();
  const records = useRecords(filters);
  const { total, facets, corrected } = records;
  const narrowed = isNarrowed(filters);
  useRemembered(filters.text, (total?.count ?? 0) > 0 && corrected === undefined);
  const title = t(narrowed ? 'results.title' : 'results.all');
  const sorts = [...(filters.text ? ['relevance'] : []), '-date', 'date', 'title', '-title', '-updatedAt'];

  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{title}</h1>
      <SearchBar />
      <header className={styles.listHead}>
        <p className="secondary" role="status">
          {total &&
            t('results.count', {
              count: total.count,
              shown: formatTotal(total),
            })}
        </p>
        <span className="grow" />
        {narrowed && (
          <button
            type="button"
            className="link"
            onClick={() => setParams(new URLSearchParams(), { replace: true })}
          >
            {t('results.clear')}
          </button>
        )}
        {narrowed && <SaveSearch filters={filters} />}
        <ListTools />
        <Select
          className={styles.order}
          aria-label={t('sort.label')}
          allowDeselect={false}
          data={sorts.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
          value={filters.sort ?? (filters.text ? 'relevance' : '-date')}
          onChange={(value) =>
            setParams((before) => withFilter(before, 'sort', value ?? undefined), { replace: true })
          }
        />
      </header>
      {corrected !== undefined && <Meant typed={filters.text ?? ''} meant={corrected} />}
      <div className={styles.results2}>
        {facets && <FacetList facets={facets} filters={filters} />}
        <div className="grow">
          <RecordList records={records} label={title} withPlace empty={<Nothing text={filters.text} />} />
        </div>
      </div>
    </div>
  );
}

/** Says which corrected query was searched for, and offers to use it as the query. */
function Meant({ typed, meant }: { typed: string; meant: string }) {
  const [, setParams] = useSearchParams();
  return (
    <p className={finding.meant} role="status">
      <Trans
        ns="library"
        i18nKey="results.corrected"
        values={{ typed, meant }}
        components={[
          <strong key="typed" />,
          <button
            key="meant"
            type="button"
            className="link"
            onClick={() => setParams((before) => withFilter(before, 'text', meant), { replace: true })}
          />,
        ]}
      />
    </p>
  );
}

function Nothing({ text }: { text: string | undefined }) {
  const { t } = useTranslation('library');
  const libraries = useLibraries();
  // Other words find nothing there either.
  if (libraries.data?.length === 0) return <NoLibrary />;
  return (
    <div className={styles.nothing} role="status">
      <IconFileSearch size={32} aria-hidden="true" />
      <p>{text ? t('results.noneFor', { text }) : t('results.none')}</p>
      <p className="meta">{t('results.hint')}</p>
    </div>
  );
}
