import './catalogue.ts';
import { Button } from '@mantine/core';
import { IconArrowUpRight, IconHistory } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { auditText } from '#shared/audit/audit-sentences.ts';
import { call } from '../../api/client.ts';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { ExportMenu } from '../../components/lists/export-menu.tsx';
import { Page } from '../../components/page/page.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { formatDate, formatNumber, fullName } from '../../i18n/format.ts';
import styles from './audit.module.css';
import { AuditPaper, type Paper } from './audit-paper.tsx';
import { EventDrawer } from './event-drawer.tsx';
import { EventSentence } from './event-sentence.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filterWords } from './filter-words.ts';
import { type Filters, fetchForPaper, filtersOf, usePeople, useTrail } from './queries.ts';
import { usePrintKey } from './use-print-key.ts';
import { exactMoment, targetPath, thingWords } from './words.ts';

const HEIGHT = { wide: 58, narrow: 104 };
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
  const { query, events, searching } = useTrail(filters);
  const people = usePeople();
  const [paper, setPaper] = useState<Paper>();
  const [printing, setPrinting] = useState<number>();
  const endPrinting = useCallback(() => setPaper(undefined), []);
  const columns = useMemo<DataColumn<AuditEvent>[]>(
    () => [
      { id: 'what', header: t('columns.what'), cell: (event) => <EventSentence event={event} /> },
      { id: 'open', header: t('columns.open'), cell: (event) => <ThingLink event={event} />, width: '44px' },
      { id: 'ip', header: t('columns.ip'), cell: (event) => event.ip ?? '—', width: '116px', from: 1040 },
      {
        id: 'at',
        header: t('columns.at'),
        cell: ({ at }) => <time dateTime={at}>{exactMoment(at)}</time>,
        width: '152px',
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
  const targetName = filters.target && events[0] ? thingWords(events[0]) : undefined;
  const actor = people.data?.find(({ _id }) => _id === filters.actor);

  const print = async (): Promise<void> => {
    setPrinting(0);
    try {
      const found = await fetchForPaper(filters, setPrinting);
      const names = {
        ...(actor ? { actor: fullName(actor) } : {}),
        ...(targetName ? { target: targetName } : {}),
      };
      setPaper({ ...found, filters: filterWords(filters, names) });
    } catch (error) {
      toast.error(t('print.failed'), error);
    } finally {
      setPrinting(undefined);
    }
  };

  usePrintKey(events.length > 0 ? print : undefined);

  return (
    <Page
      title={t('title')}
      intro={t('intro')}
      actions={
        <ExportMenu
          fetch={(format) => call('auditExport', { query: { ...filters, format } })}
          onPrint={print}
          disabled={events.length === 0}
        />
      }
    >
      {!paper && <p className={styles.paperNote}>{t('print.note')}</p>}
      <FilterBar filters={filters} targetName={targetName} onChange={change} />
      <p role="status" className={styles.progress}>
        {printing === undefined
          ? searching && t('searching', { day: formatDate(searching) })
          : t('print.loading', { count: printing, total: formatNumber(printing) })}
      </p>
      {(query.isPending || (searching && events.length === 0)) && <LoadingRows rows={10} height={58} />}
      {query.isError && events.length === 0 && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && events.length === 0 && !query.hasNextPage && (
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
          rowName={auditText}
          height={HEIGHT}
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
      {paper && <AuditPaper paper={paper} onEnd={endPrinting} />}
    </Page>
  );
}

/** Opens what an event is about. Not a stop of Tab: the row's detail has the same link. */
function ThingLink({ event }: { event: AuditEvent }) {
  const { t } = useTranslation('audit');
  const path = targetPath(event);
  if (!path) return null;
  const name = t('open', { name: thingWords(event) });
  return (
    <Link to={path} tabIndex={-1} aria-label={name} title={name} className={styles.open}>
      <IconArrowUpRight size={17} aria-hidden="true" />
    </Link>
  );
}
