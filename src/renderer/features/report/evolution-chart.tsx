import { CompositeChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { useTranslation } from 'react-i18next';
import type { OccurrenceStatus } from '#shared/calendars/status.ts';
import { formatMonth, type MonthShare, monthHead, partOf, percentOf } from './cells.ts';
import styles from './report.module.css';

/** Order of a column from the bottom: met, then failed, then to come. */
const STACK: readonly { status: OccurrenceStatus; color: string }[] = [
  { status: 'done', color: 'var(--compliance-ok-solid)' },
  { status: 'late', color: 'var(--compliance-ok-line)' },
  { status: 'submitted', color: 'var(--warn-solid)' },
  { status: 'overdue', color: 'var(--compliance-fail-solid)' },
  { status: 'today', color: 'var(--warn-line)' },
  { status: 'upcoming', color: 'var(--line-control)' },
  { status: 'pending', color: 'var(--line-2)' },
];
const HEIGHT = 300;
const SHARE = 'share';

/** Due days of each month by status, and the share that was met. The same figures are in a table beside it. */
export function EvolutionChart({ months }: { months: readonly MonthShare[] }) {
  const { t } = useTranslation('report');
  const shown = STACK.filter(({ status }) => months.some(({ counts }) => counts[status]));
  const label = (month: string): string =>
    months.length > 12 ? formatMonth(month).replace(/ 20/, ' ’') : monthHead(month);
  const data = months.map(({ month, counts, met }) => ({
    month: label(month),
    ...Object.fromEntries(shown.map(({ status }) => [status, counts[status] ?? 0])),
    [SHARE]: met.of === 0 ? null : Math.round(partOf(met) * 1000) / 10,
  }));
  return (
    <div aria-hidden="true">
      <ul className={styles.key}>
        {shown.map(({ status, color }) => (
          <li key={status}>
            <i style={{ background: color }} />
            {t(`common:occurrenceStatus.${status}`)}
          </li>
        ))}
        <li>
          <i data-line="" />
          {t('evolution.share')}
        </li>
      </ul>
      <CompositeChart
        h={HEIGHT}
        data={data}
        dataKey="month"
        withRightYAxis
        gridAxis="x"
        tickLine="none"
        connectNulls={false}
        curveType="linear"
        maxBarWidth={34}
        strokeWidth={2}
        yAxisProps={{ allowDecimals: false, width: 34 }}
        rightYAxisProps={{ domain: [0, 100], tickFormatter: (value: number) => `${value} %`, width: 52 }}
        barProps={{ stackId: 'due', isAnimationActive: false }}
        lineProps={{ isAnimationActive: false }}
        valueFormatter={(value) => String(value)}
        series={[
          ...shown.map(({ status, color }) => ({
            name: status,
            label: t(`common:occurrenceStatus.${status}`),
            color,
            type: 'bar' as const,
          })),
          {
            name: SHARE,
            label: t('evolution.share'),
            color: 'var(--accent-ink)',
            type: 'line' as const,
            yAxisId: 'right',
          },
        ]}
        tooltipAnimationDuration={0}
        // Hidden from screen readers, which read the table.
        composedChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}

/** The chart's figures as a table. */
export function EvolutionTable({ months, className }: { months: readonly MonthShare[]; className: string }) {
  const { t } = useTranslation('report');
  return (
    <table className={className} aria-label={t('evolution.label')}>
      <thead>
        <tr>
          <th scope="col">{t('evolution.month')}</th>
          {STACK.map(({ status }) => (
            <th key={status} scope="col">
              {t(`common:occurrenceStatus.${status}`)}
            </th>
          ))}
          <th scope="col">{t('evolution.share')}</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, counts, met }) => (
          <tr key={month}>
            <th scope="row">{formatMonth(month)}</th>
            {STACK.map(({ status }) => (
              <td key={status}>{counts[status] || '·'}</td>
            ))}
            <td>{met.of === 0 ? '—' : `${met.count} / ${met.of} · ${percentOf(met)}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
