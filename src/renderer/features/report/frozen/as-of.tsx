import { Button } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/es';
import { IconChevronDown, IconHistory } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '#shared/platform/days.ts';
import { Popover } from '../../../components/popover.tsx';
import { formatLongDate } from '../../../i18n/format.ts';
import styles from '../report.module.css';

/** A day in words, within a sentence: "jueves 12 de noviembre de 2026". */
export const dayInWords = (day: Day): string => formatLongDate(day).toLocaleLowerCase();

/** Chooses the day of the report. A past day is computed from the history. */
export function AsOf({
  day,
  today,
  reconstructed,
  onChange,
}: {
  day: Day;
  /** Leads to the report of today; null where that is the one shown. */
  today: (() => void) | null;
  reconstructed: boolean;
  onChange: (day: Day) => void;
}) {
  const { t } = useTranslation('report');
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const choose = (to: Day): void => {
    setOpened(false);
    onChange(to);
  };
  const goToToday = (): void => {
    today?.();
    // The pressed button goes away.
    button.current?.focus();
  };
  return (
    <>
      <span>
        {t('asOf.at')}{' '}
        <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
          <Popover.Target>
            <button
              ref={button}
              type="button"
              className={`link ${styles.day}`}
              onClick={() => setOpened(!opened)}
              data-tour="report-day"
            >
              {dayInWords(day)}
              <IconChevronDown size={13} aria-hidden="true" />
            </button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('asOf.choose')}>
            <DatePicker
              locale="es"
              value={day}
              defaultDate={day}
              weekendDays={[]}
              onChange={(to) => to && choose(to)}
            />
          </Popover.Dropdown>
        </Popover>
      </span>
      {today && (
        <Button size="compact-xs" className={styles.screenOnly} onClick={goToToday}>
          {t('asOf.today')}
        </Button>
      )}
      {reconstructed && (
        <span className={styles.rebuilt}>
          <IconHistory size={14} aria-hidden="true" />
          {t('asOf.reconstructed')}
        </span>
      )}
    </>
  );
}
