import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeSince } from '#shared/calendars/report.ts';
import { OCCURRENCE_STATUSES } from '#shared/calendars/status.ts';
import type { Report } from '#shared/report/report.schemas.ts';
import { type DataColumn, type DataSort, sortOf } from '../../components/data-table/columns.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { OccurrenceMark } from '../../components/occurrence/occurrence-mark.tsx';
import { useOccurrenceLink } from '../../components/occurrence/use-occurrence-link.ts';
import { PersonAvatar } from '../../components/people/person-avatar.tsx';
import { formatDate, fullName, shortName } from '../../i18n/format.ts';
import { type DueRow, dueRows } from './cells.ts';

const OLDEST: DataSort = { by: 'dueOn', descending: false };
const BY = ['title', 'status', 'dueOn', 'completedOn', 'calendar', 'responsible'] as const;

/** Every due day of the report, one in a row. */
export function DueTable({
  report,
  change,
  sort: text,
  onSort,
  closed,
}: {
  report: Report;
  /** Only due days that changed so since the end of the month before; null for all. */
  change: ChangeSince | null;
  sort: string | null;
  onSort: (sort: DataSort) => void;
  closed: boolean;
}) {
  const { t } = useTranslation('report');
  const to = useOccurrenceLink();
  const rows = useMemo(
    () => dueRows(report.rows).filter((each) => change === null || each.change === change),
    [report.rows, change],
  );
  const columns = useMemo<DataColumn<DueRow>[]>(
    () => [
      {
        id: 'title',
        header: t('table.obligation'),
        cell: ({ obligation }) => obligation.title,
        sort: ({ obligation }) => obligation.title,
      },
      {
        id: 'status',
        header: t('table.status'),
        cell: ({ status }) => <OccurrenceMark status={status} label />,
        sort: ({ status }) => OCCURRENCE_STATUSES.indexOf(status),
        width: '190px',
        narrow: true,
      },
      {
        id: 'calendar',
        header: t('table.calendar'),
        cell: ({ row }) => row.calendar.name,
        sort: ({ row }) => row.calendar.name,
        width: 'minmax(0, 0.6fr)',
        from: 900,
      },
      {
        id: 'responsible',
        header: t('table.responsible'),
        cell: ({ row }) =>
          row.responsible ? (
            <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
              <PersonAvatar person={row.responsible} size={22} />
              {shortName(row.responsible)}
            </span>
          ) : (
            t('table.nobody')
          ),
        sort: ({ row }) => row.responsible && fullName(row.responsible),
        width: '180px',
        from: 700,
      },
      {
        id: 'dueOn',
        header: t('table.dueOn'),
        cell: ({ dueOn }) => formatDate(dueOn),
        sort: ({ dueOn }) => dueOn,
        width: '110px',
        end: true,
        narrow: true,
      },
      {
        id: 'completedOn',
        header: t('table.completedOn'),
        cell: ({ completedOn }) => (completedOn ? formatDate(completedOn) : '—'),
        sort: ({ completedOn }) => completedOn,
        width: '110px',
        end: true,
        from: 820,
      },
    ],
    [t],
  );
  return (
    <DataTable
      label={t('table.label')}
      rows={rows}
      columns={columns}
      rowKey={({ _id }) => _id}
      rowName={({ obligation, dueOn }) => `${obligation.title}, ${formatDate(dueOn)}`}
      {...(closed ? {} : { rowTo: ({ _id }: DueRow) => to(_id) })}
      sort={sortOf(text, BY, OLDEST)}
      onSort={onSort}
    />
  );
}
