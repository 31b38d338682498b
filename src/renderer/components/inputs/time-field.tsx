import { TimePicker, type TimePickerProps } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useTranslation } from 'react-i18next';
import { CALENDAR_MINUTE_STEP } from '#shared/platform/limits.ts';

type Props = Omit<TimePickerProps, 'value' | 'onChange' | 'format' | 'withDropdown' | 'minutesStep'> & {
  /** HH:mm; empty for none. */
  value: string;
  onChange: (time: string) => void;
};

/** A time of day, typed or picked in steps of five minutes (docs/domain/limits.md, specification §9). */
export function TimeField({ value, onChange, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <TimePicker
      format="24h"
      withDropdown
      minutesStep={CALENDAR_MINUTE_STEP}
      hoursInputLabel={t('hours')}
      minutesInputLabel={t('minutes')}
      maxDropdownContentHeight={200}
      value={value}
      onChange={onChange}
      {...props}
    />
  );
}
