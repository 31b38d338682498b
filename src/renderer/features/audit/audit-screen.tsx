import './catalogue.ts';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { call } from '../../api/client.ts';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { ExportMenu } from '../../components/lists/export-menu.tsx';
import { Page } from '../../components/page/page.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { When } from '../../components/when.tsx';
import { EventDrawer } from './event-drawer.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, filtersOf, useTrail } from './queries.ts';
import { actionWords, actorWords, targetWords } from './words.ts';

const NEWEST = { by: 'at', descending: true };
const nothing = () => undefined;

/**
 * The audit trail: who did what, to which thing, when and from where. It can be filtered, and nothing in it can be
 * changed.
 */
export function Screen() {
  const { t } = useTranslation('audit');
  const [params, setParams] = useSearchParams();
  const filters = filtersOf(params);
  const { query, events } = useTrail(filters);
  const columns = useMemo<DataColumn<AuditEvent>[]>(
    () => [
      { id: 'action', header: t('columns.action'), cell: (event) => actionWords(event.action) },
      { id: 'target', header: t('columns.target'), cell: targetWords, narrow: true },
      { id: 'actor', header: t('columns.actor'), cell: actorWords, width: '190px', narrow: true },
      { id: 'ip', header: t('columns.ip'), cell: (event) => event.ip ?? '—', width: '130px', from: 900 },
      {
        id: 'at',
        header: t('columns.at'),
        cell: (event) => <When value={event.at} />,
        width: '120px',
        end: true,
        narrow: true,
      },
    ],
    [t],
  );

  const change = (to: Partial<Record<keyof Filters | 'event', string | undefined>>): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(to)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  const toEvent = ({ _id }: AuditEvent): string => {
    const next = new URLSearchParams(params);
    next.set('event', _id);
    return `?${next}`;
  };
  const narrowed = Object.keys(filters).length > 0;

  return (
    <Page
      title={t('title')}
      intro={t('intro')}
      actions={
        <ExportMenu
          fetch={(format) => call('auditExport', { query: { ...filters, format } })}
          disabled={events.length === 0}
        />
      }
    >
      <FilterBar filters={filters} onChange={change} />
      {query.isPending && <LoadingRows rows={10} height={44} />}
      {query.isError && events.length === 0 && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && events.length === 0 && (
        <EmptyState
          icon={IconHistory}
          title={narrowed ? t('none.title') : t('empty.title')}
          action={
            narrowed && <Button onClick={() => setParams({}, { replace: true })}>{t('filters.clear')}</Button>
          }
        >
          {narrowed ? t('none.body') : t('empty.body')}
        </EmptyState>
      )}
      {events.length > 0 && (
        <DataTable
          label={t('title')}
          rows={events}
          columns={columns}
          rowKey={(event) => event._id}
          rowName={(event) => actionWords(event.action)}
          rowTo={toEvent}
          sort={NEWEST}
          onSort={nothing}
          sorted
          hasMore={query.hasNextPage && !query.isFetchNextPageError}
          onMore={() => !query.isFetchingNextPage && void query.fetchNextPage()}
        />
      )}
      {query.isFetchNextPageError && (
        <ErrorState error={query.error} onRetry={() => void query.fetchNextPage()} />
      )}
      <EventDrawer
        id={params.get('event') ?? undefined}
        onClose={() => change({ event: undefined })}
        onOnlyThis={(target) => setParams({ target })}
      />
    </Page>
  );
}
