import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { Report } from '#shared/report/report.schemas.ts';
import { useToday } from '../../components/occurrence/use-today.ts';
import { weeksOf } from '../../components/occurrence/weeks.ts';
import { WeeksView } from '../../components/occurrence/weeks-view.tsx';
import { formatIsoDate } from '../../i18n/format.ts';
import { dueRows } from './cells.ts';
import { addToMonth, monthOfDay } from './filters/filters.ts';
import styles from './report.module.css';

const name = new Intl.DateTimeFormat('es-CL', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** One month of the report, by weeks. */
export function MonthView({
  report,
  month: asked,
  onMonth,
  closed,
}: {
  report: Report;
  /** The month in the URL, `YYYY-MM`; the month of the report's day where the report does not cover it. */
  month: string | null;
  onMonth: (month: string) => void;
  closed: boolean;
}) {
  const { t } = useTranslation('report');
  const { from, to, asOf } = report;
  const within = (month: string | null): month is string => month !== null && month >= from && month <= to;
  const now = monthOfDay(asOf);
  const month = within(asked) ? asked : within(now) ? now : to;
  const range = weeksOf(`${month}-01`);
  const items = useMemo(() => dueRows(report.rows), [report.rows]);
  const shown = items.filter(({ dueOn }) => dueOn >= range.from && dueOn <= range.to);

  // Of a report on another day, today is no place.
  const isOfToday = asOf === formatIsoDate(new Date()) && within(now);
  const { days, seekToday } = useToday();
  const showToday = (): void => {
    onMonth(now);
    seekToday();
  };
  const text = name.format(new Date(`${month}-01T00:00:00Z`));
  return (
    <div className={styles.panel} ref={days}>
      <div className={styles.nav}>
        <ActionIcon
          aria-label={t('month.before')}
          disabled={month <= from}
          onClick={() => onMonth(addToMonth(month, -1))}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon
          aria-label={t('month.after')}
          disabled={month >= to}
          onClick={() => onMonth(addToMonth(month, 1))}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
        <h2 aria-live="polite">{text.charAt(0).toUpperCase() + text.slice(1)}</h2>
        {isOfToday && (
          <Button size="compact-sm" onClick={showToday}>
            {t('month.today')}
          </Button>
        )}
      </div>
      <WeeksView items={shown} {...range} month={month} today={asOf} closed={closed} />
    </div>
  );
}
