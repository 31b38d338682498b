import { TextInput } from '@mantine/core';
import { IconArchive, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIBRARY_COUNT_MAX } from '#shared/platform/limits.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import { Select } from '../../components/inputs/select.tsx';
import { ListWidget } from '../../components/lists/list-widget.tsx';
import { NoLibrary } from '../../components/no-library/later.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { formatCount, formatDate } from '../../i18n/format.ts';
import { SearchBar } from './finding/search-bar.tsx';
import { SearchShelf } from './finding/shelf.tsx';
import { LibraryIcon } from './folders/library-icon.tsx';
import styles from './library.module.css';
import { useLibraries } from './queries.ts';
import { RecentDocuments } from './recent-documents.tsx';

type Order = 'name' | 'created';

/** The index of documents: the search box, and all libraries with a filter and two sort orders. */
export function LibrariesIndex() {
  const { t } = useTranslation('library');
  const libraries = useLibraries();
  const [filter, setFilter] = useState('');
  const [order, setOrder] = useState<Order>('name');
  const wanted = sortKey(filter);
  const shown = (libraries.data ?? [])
    .filter((each) => sortKey(`${each.name} ${each.description}`).includes(wanted))
    .sort((a, b) =>
      order === 'created'
        ? b.createdAt.localeCompare(a.createdAt)
        : sortKey(a.name) < sortKey(b.name)
          ? -1
          : 1,
    );

  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{t('index.title')}</h1>
      <SearchBar />
      <SearchShelf />
      <section aria-label={t('index.libraries')} data-tour="libraries">
        <header className={`${styles.listHead} ${styles.libraryHead}`}>
          <h2>{t('index.libraries')}</h2>
          <span className="grow" />
          {(libraries.data?.length ?? 0) > 1 && (
            <>
              <TextInput
                className={styles.filter}
                aria-label={t('index.filter')}
                placeholder={t('index.filter')}
                leftSection={<IconSearch size={14} aria-hidden="true" />}
                value={filter}
                onChange={(event) => setFilter(event.currentTarget.value)}
              />
              <Select
                className={styles.order}
                aria-label={t('index.order')}
                allowDeselect={false}
                data={[
                  { value: 'name', label: t('index.byName') },
                  { value: 'created', label: t('index.byCreation') },
                ]}
                value={order}
                onChange={(value) => setOrder((value ?? 'name') as Order)}
              />
            </>
          )}
        </header>
        {libraries.isPending && <LoadingRows rows={4} height={50} />}
        {libraries.isError && (
          <ErrorState
            title={t('index.failed')}
            error={libraries.error}
            onRetry={() => void libraries.refetch()}
          />
        )}
        {libraries.isSuccess && libraries.data.length === 0 && <NoLibrary />}
        {libraries.isSuccess && libraries.data.length > 0 && shown.length === 0 && (
          <EmptyState icon={IconSearch} title={t('index.noMatch')} />
        )}
        <ListWidget
          items={shown}
          prefix="/records/search?group="
          keys={['_id']}
          itemKey={(each) => each._id}
          label={t('index.libraries')}
        >
          {(library) => (
            <>
              <LibraryIcon />
              <span className="grow">
                <span className={`${styles.libraryName} ellipsis`}>
                  {library.name}
                  {library.archivedAt && (
                    <span className={styles.archived}>
                      <IconArchive size={14} aria-hidden="true" />
                      {t('manager.archived')}
                    </span>
                  )}
                </span>
                <span className={`${styles.libraryNote} meta ellipsis`}>
                  {library.description || t('index.created', { date: formatDate(library.createdAt) })}
                </span>
              </span>
              <span className="meta nowrap">
                {t('index.count', {
                  count: library.records,
                  shown: formatCount(library.records, LIBRARY_COUNT_MAX),
                })}
              </span>
            </>
          )}
        </ListWidget>
      </section>
      <RecentDocuments />
    </div>
  );
}
