import { Button, Radio } from '@mantine/core';
import { MonthPickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/es';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '#shared/platform/days.ts';
import { REPORT_MONTHS_MAX } from '#shared/report/report.schemas.ts';
import { Chip } from '../../../components/filters/chip.tsx';
import { fieldProps } from '../../../components/inputs/field.tsx';
import { Popover } from '../../../components/popover.tsx';
import { formatMonth } from '../cells.ts';
import { type Filters, isPeriod, monthOfDay, monthsOf, PERIODS, type Period } from './filters.ts';
import styles from './period-chip.module.css';

/** The name of a period, on its chip and in print. */
export function usePeriodText(): (filters: Filters, today: Day) => string {
  const { t } = useTranslation('report');
  return (filters, today) => {
    const { from, to } = monthsOf(filters, today);
    if (filters.period === 'year' || filters.period === 'last') return from.slice(0, 4);
    if (filters.period === 'custom')
      return t('period.between', { from: formatMonth(from), to: formatMonth(to) });
    return t('period.short', { count: Number(filters.period) });
  };
}

/** Chooses the months that a report covers. */
export function PeriodChip({
  filters,
  today,
  onChange,
}: {
  filters: Filters;
  today: Day;
  onChange: (parts: { period: string | null; from: string | null; to: string | null }) => void;
}) {
  const { t } = useTranslation('report');
  const [opened, setOpened] = useState(false);
  const [kind, setKind] = useState<Period>(filters.period);
  const shown = monthsOf(filters, today);
  const [from, setFrom] = useState(shown.from);
  const [to, setTo] = useState(shown.to);
  const [refused, setRefused] = useState(false);
  const text = usePeriodText()(filters, today);
  const toggle = (open: boolean): void => {
    if (open) {
      setKind(filters.period);
      setFrom(shown.from);
      setTo(shown.to);
      setRefused(false);
    }
    setOpened(open);
  };
  const choose = (period: Period): void => {
    setKind(period);
    if (period === 'custom') return;
    onChange({ period: period === 'year' ? null : period, from: null, to: null });
  };
  const apply = (): void => {
    if (!isPeriod(from, to)) {
      setRefused(true);
      return;
    }
    onChange({ period: null, from, to });
    setOpened(false);
  };
  const months = [
    ['period.from', from, setFrom],
    ['period.to', to, setTo],
  ] as const;
  return (
    <Popover opened={opened} onChange={toggle} position="bottom-start" trapFocus returnFocus width={280}>
      <Popover.Target>
        <Chip
          label={t('filters.period')}
          text={text}
          on={filters.period !== 'year'}
          onClick={() => toggle(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters.period')}>
        <Radio.Group
          aria-label={t('filters.period')}
          value={kind}
          onChange={(value) => choose(value as Period)}
        >
          <div className={styles.radios}>
            {PERIODS.map((period) => (
              <Radio
                key={period}
                value={period}
                size="xs"
                label={
                  Number(period)
                    ? t('period.months', { count: Number(period) })
                    : t(`period.${period}`, {
                        year: monthsOf({ ...filters, period: 'year' }, today).from.slice(0, 4),
                        before: monthsOf({ ...filters, period: 'last' }, today).from.slice(0, 4),
                      })
                }
              />
            ))}
          </div>
        </Radio.Group>
        {kind === 'custom' && (
          <form
            noValidate
            className={styles.own}
            onSubmit={(event) => {
              event.preventDefault();
              apply();
            }}
          >
            {months.map(([label, month, set]) => (
              <MonthPickerInput
                key={label}
                label={t(label)}
                locale="es"
                valueFormat="MMM YYYY"
                value={`${month}-01`}
                onChange={(day) => {
                  if (day) set(monthOfDay(day));
                  setRefused(false);
                }}
                popoverProps={{ withinPortal: false }}
                {...(label === 'period.to'
                  ? fieldProps({
                      error: refused ? t('period.refused', { count: REPORT_MONTHS_MAX }) : undefined,
                    })
                  : {})}
              />
            ))}
            <Button type="submit" variant="filled">
              {t('period.apply')}
            </Button>
          </form>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
