import { Button } from '@mantine/core';
import { IconCrane, IconSearchOff } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Party } from '#shared/contractors/contractors.schemas.ts';
import type { DataSort } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { useOwnLibraries, useParties } from '../queries.ts';
import { columnsOf } from './columns.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filtersOf, isNarrowed, kindIn, queryOf, withoutFilters } from './filters.ts';

/** The server sorts by name, and by nothing else. */
const SORT: DataSort = { by: 'name', descending: false };
const unsorted = (): void => undefined;

/** Contractors, workers or sites, whichever the URL says. */
export function PartyList({ add }: { add: ReactNode }) {
  const { t } = useTranslation('contractors');
  const [params, setParams] = useSearchParams();
  const { libraries = [] } = useOwnLibraries();
  const kind = kindIn(params);
  const { query, items } = useParties(queryOf(params));
  const { fetchNextPage, isFetchingNextPage } = query;
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  // The rows of another kind are no answer, and this kind's columns do not fit them.
  const shown = items.filter((party) => party.kind === kind);
  const waits = query.isPending || (query.isPlaceholderData && shown.length === 0);
  const ruts = shown.some(({ rut }) => rut !== null);
  const several = libraries.length > 1;
  const columns = useMemo(() => columnsOf(kind, { libraries: several, ruts }), [kind, several, ruts]);
  const narrowed = isNarrowed(filtersOf(params));
  const isEmpty = !waits && query.isSuccess && shown.length === 0;
  return (
    <>
      {(!isEmpty || narrowed || filtersOf(params).ended) && <FilterBar />}
      {waits && !query.isError && <LoadingRows rows={8} height={44} />}
      {query.isError && shown.length === 0 && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {isEmpty && narrowed && (
        <EmptyState
          icon={IconSearchOff}
          title={t(`empty.narrowed.${kind}`)}
          action={
            <Button onClick={() => setParams(withoutFilters, { replace: true })}>{t('empty.clear')}</Button>
          }
        >
          {t('empty.narrowedBody')}
        </EmptyState>
      )}
      {isEmpty && !narrowed && (
        <EmptyState icon={IconCrane} title={t(`empty.title.${kind}`)} action={add}>
          {t(`empty.body.${kind}`)} {!add && t('empty.ask')}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <div data-tour="contractors-list">
          <DataTable<Party>
            key={kind}
            label={t(`kinds.${kind}`)}
            rows={shown}
            columns={columns}
            rowKey={(party) => party._id}
            rowName={(party) => party.name}
            rowTo={(party) => `/contractors/${party._id}`}
            sort={SORT}
            onSort={unsorted}
            sorted
            hasMore={query.hasNextPage}
            onMore={more}
          />
          {query.isFetchNextPageError && (
            <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.fetchNextPage()} />
          )}
        </div>
      )}
    </>
  );
}
