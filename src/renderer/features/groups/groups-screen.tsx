import './catalogue.ts';
import { Button } from '@mantine/core';
import { IconArchive, IconBooks, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LibraryRow } from '#shared/libraries/groups.schemas.ts';
import { LIBRARY_COUNT_MAX } from '#shared/platform/limits.ts';
import { foldedKey } from '#shared/platform/texts/sort-key.ts';
import { useEndpoint } from '../../api/client.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { type DataColumn, type DataSort, sortOf, sortText } from '../../components/data-table/columns.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { nothingFound } from '../../components/inputs/nothing-found.ts';
import { Select } from '../../components/inputs/select.tsx';
import { TypedFilter } from '../../components/inputs/typed-filter.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { Page } from '../../components/page/page.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { ImportButton } from '../../components/table-import/import-button.tsx';
import { formatCount, formatDate, formatNumber, formatSize } from '../../i18n/format.ts';
import { i18next } from '../../i18n/i18n.ts';
import styles from './groups.module.css';
import { type State, useListParams } from './use-list-params.ts';

const text = (key: string): string => i18next.t(`groups:${key}`);

/** Creates the columns only after the catalogue is loaded: other columns would reset the table. */
const columnsOf = (): readonly DataColumn<LibraryRow>[] => [
  {
    id: 'name',
    header: text('columns.name'),
    cell: (row) => (
      <span className={styles.name}>
        <span className="ellipsis">{row.name}</span>
        {row.archivedAt && (
          <span className={styles.archived}>
            <IconArchive size={13} aria-hidden="true" />
            {text('archived')}
          </span>
        )}
      </span>
    ),
    sort: (row) => row.name,
    width: 'minmax(180px, 2fr)',
  },
  {
    id: 'department',
    header: text('columns.department'),
    cell: (row) => row.department?.name ?? '—',
    sort: (row) => row.department?.name,
    width: 'minmax(0, 1fr)',
    from: 700,
  },
  {
    id: 'members',
    header: text('columns.members'),
    cell: (row) => <Counted value={formatNumber(row.members)} count={row.members} of="members" />,
    sort: (row) => row.members,
    width: '84px',
    end: true,
    narrow: true,
  },
  {
    id: 'records',
    header: text('columns.records'),
    cell: (row) => (
      <Counted value={formatCount(row.records, LIBRARY_COUNT_MAX)} count={row.records} of="records" />
    ),
    sort: (row) => row.records,
    width: '104px',
    end: true,
    narrow: true,
  },
  {
    id: 'folders',
    header: text('columns.folders'),
    cell: (row) => formatNumber(row.folders),
    sort: (row) => row.folders,
    width: '84px',
    end: true,
    from: 860,
  },
  {
    id: 'size',
    header: text('columns.size'),
    cell: (row) => `${row.records > LIBRARY_COUNT_MAX ? '> ' : ''}${formatSize(row.size)}`,
    sort: (row) => row.size,
    width: '92px',
    end: true,
    from: 780,
  },
  {
    id: 'createdAt',
    header: text('columns.createdAt'),
    cell: (row) => formatDate(row.createdAt),
    sort: (row) => row.createdAt,
    width: '104px',
    end: true,
    from: 960,
  },
];

/** A number below its column head. On narrow screens, which have no heads, with the name of what it counts. */
function Counted({ value, count, of }: { value: string; count: number; of: 'members' | 'records' }) {
  return (
    <>
      <span className={styles.bare}>{value}</span>
      <span className={styles.worded}>{i18next.t(`groups:counted.${of}`, { count, shown: value })}</span>
    </>
  );
}

let columns: readonly DataColumn<LibraryRow>[] | undefined;

/** All libraries of the organization, for admins. */
export function Screen() {
  const { t } = useTranslation('groups');
  const query = useEndpoint('groups', {});
  const departments = useEndpoint('departmentsByOrganization', {});
  const { filters, set, clear, filtered } = useListParams();
  columns ??= columnsOf();
  const sort: DataSort = sortOf(
    filters.sort,
    columns.map(({ id }) => id),
    { by: 'name', descending: false },
  );
  const wanted = foldedKey(filters.text);
  const all = query.data ?? [];
  const shown = all.filter(
    (row) =>
      (filters.state === 'all' || (row.archivedAt !== null) === (filters.state === 'archived')) &&
      (filters.department === null || row.department?._id === filters.department) &&
      foldedKey(`${row.name} ${row.description} ${row.department?.name ?? ''}`).includes(wanted),
  );
  const create = (
    <CreateButton to="/groups/create" data-tour="groups-create">
      {t('create.action')}
    </CreateButton>
  );
  return (
    <Page
      title={t('title')}
      intro={t('intro')}
      actions={
        <>
          <ImportButton kind="libraries" />
          {create}
        </>
      }
    >
      <div className={styles.filters} data-tour="groups-filters">
        <TypedFilter
          waitMs={0}
          className={styles.search}
          aria-label={t('filters.text')}
          placeholder={t('filters.text')}
          value={filters.text}
          onTyped={(text) => set('q', text)}
        />
        <TypedSelect
          aria-label={t('filters.department')}
          placeholder={t('filters.department')}
          data={(departments.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
          value={filters.department}
          onChange={(value) => set('department', value)}
          clearable
          clearButtonProps={{ 'aria-label': t('clearSelection') }}
          nothingFoundMessage={nothingFound(departments, t('filters.noDepartment'))}
        />
        <Select
          aria-label={t('filters.state')}
          data={(['open', 'archived', 'all'] satisfies State[]).map((value) => ({
            value,
            label: t(`filters.${value}`),
          }))}
          value={filters.state}
          onChange={(value) => set('state', value === 'open' ? null : value)}
          allowDeselect={false}
        />
        {query.isSuccess && (
          <span className="meta" aria-live="polite">
            {t('shown', { count: shown.length })}
          </span>
        )}
      </div>
      {query.isPending && <LoadingRows rows={8} height={44} />}
      {query.isError && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && all.length === 0 && (
        <EmptyState icon={IconBooks} title={t('empty.title')}>
          {t('empty.body')}
        </EmptyState>
      )}
      {query.isSuccess && all.length > 0 && shown.length === 0 && (
        <EmptyState
          icon={IconSearch}
          title={t('empty.noMatch')}
          action={filtered && <Button onClick={clear}>{t('empty.clear')}</Button>}
        />
      )}
      {shown.length > 0 && (
        <div data-tour="groups-list">
          <DataTable
            label={t('title')}
            rows={shown}
            columns={columns}
            rowKey={(row) => row._id}
            rowName={(row) => row.name}
            rowTo={(row) => `/groups/edit/${row._id}`}
            sort={sort}
            onSort={(next) => set('sort', sortText(next))}
          />
        </div>
      )}
    </Page>
  );
}
