import './catalogue.ts';
import { Button } from '@mantine/core';
import { IconFileImport, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { call } from '../../api/client.ts';
import { sortText } from '../../components/data-table/columns.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { ExportMenu } from '../../components/lists/export-menu.tsx';
import { NoMailNotice, useMailLeaves } from '../../components/no-mail/no-mail.tsx';
import { Page } from '../../components/page/page.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { WriteButton } from '../../components/write.tsx';
import { formatNumber, fullName } from '../../i18n/format.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { columns } from './columns.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FILTERS, filtersOf, queryOf, sortIn, withFilter } from './filters.ts';
import { ImportDialog } from './import-dialog.tsx';
import { usePeople } from './queries.ts';
import styles from './users.module.css';

const NOBODY: ReadonlySet<string> = new Set();

/** The organization's people: name, roles, and last sign-in. */
export function Screen() {
  const { t } = useTranslation('users');
  const [params, setParams] = useSearchParams();
  const [importing, setImporting] = useState(false);
  const mailed = useMailLeaves();
  const filters = queryOf(params);
  const { query, items, total } = usePeople(filters);
  const shown = useMemo(columns, []);
  const { fetchNextPage, isFetchingNextPage } = query;
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NOBODY);
  const selected = items.filter(({ _id }) => chosen.has(_id));
  // Whom a filter hides is not selected any more, and is not when the filter goes: nothing happens to people unseen.
  const settled = query.isSuccess && !query.isPlaceholderData;
  useEffect(() => {
    if (settled && selected.length < chosen.size) setChosen(new Set(selected.map(({ _id }) => _id)));
  }, [settled, selected, chosen]);
  // Page after page, and everybody is selected with the last one.
  const [wantsAll, setWantsAll] = useState(false);
  const { hasNextPage, isFetchNextPageError } = query;
  useEffect(() => {
    if (!wantsAll || isFetchingNextPage) return;
    if (hasNextPage && !isFetchNextPageError) return void fetchNextPage();
    setWantsAll(false);
    setChosen(new Set(items.map(({ _id }) => _id)));
  }, [wantsAll, isFetchingNextPage, hasNextPage, isFetchNextPageError, fetchNextPage, items]);
  const narrowed = Object.keys(filtersOf(params)).length > 0;
  const clear = (): void =>
    setParams((before) => FILTERS.reduce((now, filter) => withFilter(now, filter, null), before), {
      replace: true,
    });

  return (
    <Page
      title={t('title')}
      intro={t('intro')}
      actions={
        <>
          <ExportMenu
            fetch={(format) => call('userExport', { query: { ...filters, format } })}
            disabled={items.length === 0}
          />
          <WriteButton
            leftSection={<IconFileImport size={16} aria-hidden="true" />}
            onClick={() => setImporting(true)}
            data-tour="users-import"
          >
            {t('import.open')}
          </WriteButton>
          <WriteButton
            to="/users/create"
            variant="filled"
            leftSection={<IconUserPlus size={16} aria-hidden="true" />}
            data-tour="users-create"
          >
            {t('invite')}
          </WriteButton>
        </>
      }
    >
      <NoMailNotice />
      <FilterBar />
      {query.isPending && <LoadingRows rows={8} height={44} />}
      {query.isError && items.length === 0 && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && items.length === 0 && (
        <EmptyState
          icon={IconUsers}
          title={t(narrowed ? 'empty.narrowedTitle' : 'empty.title')}
          action={
            narrowed ? (
              <Button onClick={clear}>{t('empty.clear')}</Button>
            ) : (
              <WriteButton to="/users/create">{t('invite')}</WriteButton>
            )
          }
        >
          {t(narrowed ? 'empty.narrowedBody' : mailed ? 'empty.body' : 'empty.bodyNoMail')}
        </EmptyState>
      )}
      {items.length > 0 && (
        <div data-tour="users-list">
          <p className={`meta ${styles.count}`} role="status">
            {t('count', { count: total, shown: formatNumber(total) })}
          </p>
          <DataTable
            label={t('list')}
            rows={items}
            columns={shown}
            rowKey={(person) => person._id}
            rowName={fullName}
            rowTo={(person) => `/users/edit/${person._id}`}
            sort={sortIn(params)}
            onSort={(sort) =>
              setParams((before) => withFilter(before, 'sort', sortText(sort)), { replace: true })
            }
            sorted
            selected={new Set(selected.map(({ _id }) => _id))}
            onSelect={setChosen}
            hasMore={query.hasNextPage}
            onMore={more}
          />
          <BulkBar
            people={selected}
            onChange={setChosen}
            more={
              hasNextPage && selected.length === items.length
                ? {
                    label: t('bulk.selectAll', { count: total, shown: formatNumber(total) }),
                    onClick: () => setWantsAll(true),
                    busy: wantsAll,
                  }
                : undefined
            }
          />
          {query.isFetchNextPageError && (
            <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.fetchNextPage()} />
          )}
        </div>
      )}
      <ImportDialog opened={importing} onClose={() => setImporting(false)} />
    </Page>
  );
}
