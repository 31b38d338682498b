import { IconFiles } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecordState } from '#shared/access/states.ts';
import type { MasterRow } from '#shared/report/report.schemas.ts';
import { call } from '../../api/client.ts';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { StatePill } from '../../components/documents/state-pill.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { formatDate, fullName, shortName } from '../../i18n/format.ts';
import type { Filters } from './filters/filters.ts';

const ORDER = { by: 'code', descending: false };
const nothing = () => undefined;
const PAGE = '100';
const day = (on: string | null): string => (on ? formatDate(on) : '—');

/** The master list of documents with the columns that auditors ask for, in the server's order. */
export function MasterTable({
  rows,
  hasMore,
  onMore,
}: {
  rows: readonly MasterRow[];
  hasMore: boolean;
  onMore: () => void;
}) {
  const { t } = useTranslation('report');
  const columns = useMemo<DataColumn<MasterRow>[]>(
    () => [
      {
        id: 'title',
        header: t('master.document'),
        cell: ({ record }) => record.title,
        width: 'minmax(0, 1.6fr)',
      },
      {
        id: 'code',
        header: t('master.code'),
        cell: ({ code }) => code || '—',
        width: '110px',
        from: 560,
      },
      {
        id: 'version',
        header: t('master.version'),
        cell: ({ version }) => (version === null ? '—' : `v${version}`),
        width: '60px',
        end: true,
        from: 640,
      },
      {
        id: 'state',
        header: t('master.state'),
        cell: ({ state }) => isRecordState(state) && <StatePill state={state} />,
        width: '170px',
        narrow: true,
      },
      {
        id: 'approved',
        header: t('master.approved'),
        cell: ({ approvedBy, approvedOn }) =>
          approvedBy || approvedOn ? (
            <span title={approvedBy ? fullName(approvedBy) : undefined}>
              {[approvedBy && shortName(approvedBy), approvedOn && formatDate(approvedOn)]
                .filter(Boolean)
                .join(', ')}
            </span>
          ) : (
            '—'
          ),
        width: 'minmax(0, 0.7fr)',
        from: 860,
      },
      {
        id: 'nextReviewOn',
        header: t('master.nextReview'),
        cell: ({ nextReviewOn }) => day(nextReviewOn),
        width: '108px',
        end: true,
        from: 1000,
      },
      {
        id: 'expiresOn',
        header: t('master.expires'),
        cell: ({ expiresOn }) => day(expiresOn),
        width: '100px',
        end: true,
        narrow: true,
        from: 720,
      },
      {
        id: 'responsible',
        header: t('master.responsible'),
        cell: ({ responsible }) => (responsible ? shortName(responsible) : '—'),
        width: '130px',
        from: 1100,
      },
      {
        id: 'location',
        header: t('master.location'),
        cell: ({ group, path }) => {
          const where = [group.name, path].filter(Boolean).join(' / ');
          return <span title={where}>{where}</span>;
        },
        width: 'minmax(0, 0.6fr)',
        from: 940,
      },
    ],
    [t],
  );
  return (
    <DataTable
      label={t('master.label')}
      rows={rows}
      columns={columns}
      rowKey={({ record }) => record._id}
      rowName={({ record }) => record.title}
      rowTo={({ record }) => `/records/view/${record._id}`}
      sort={ORDER}
      onSort={nothing}
      sorted
      hasMore={hasMore}
      onMore={onMore}
    />
  );
}

/** The current master list, page by page. */
export function MasterNow({ filters }: { filters: Filters }) {
  const { t } = useTranslation('report');
  const query = {
    limit: PAGE,
    ...(filters.group.length > 0 ? { group: filters.group.join(',') } : {}),
    ...(filters.department.length > 0 ? { department: filters.department.join(',') } : {}),
  };
  const found = useInfiniteQuery({
    queryKey: ['reportMaster', { query }] as const,
    queryFn: ({ pageParam, signal }) =>
      call('reportMaster', { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const rows = useMemo(() => found.data?.pages.flatMap((page) => page.items) ?? [], [found.data]);
  if (found.isPending) return <LoadingRows rows={8} height={44} />;
  if (found.isError && rows.length === 0) {
    return <ErrorState title={t('master.failed')} error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (rows.length === 0) return <EmptyState icon={IconFiles} title={t('master.none')} />;
  return (
    <>
      <MasterTable
        rows={rows}
        hasMore={found.hasNextPage && !found.isFetchNextPageError}
        onMore={() => !found.isFetchingNextPage && void found.fetchNextPage()}
      />
      {found.isFetchNextPageError && (
        <ErrorState error={found.error} onRetry={() => void found.fetchNextPage()} />
      )}
    </>
  );
}
