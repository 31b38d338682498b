import { DateInput, type DateInputProps } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/es';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '../../hooks/use-back-closes.ts';
import { parseDay } from '../../i18n/format.ts';

type Props = Omit<DateInputProps, 'value' | 'onChange' | 'locale' | 'valueFormat' | 'dateParser'> & {
  /** YYYY-MM-DD; empty for none. */
  value: string;
  onChange: (day: string) => void;
  /** Shows YYYY-MM-DD, as the specification requires for a record's own date (§3); other dates use the usual format. */
  iso?: boolean;
};

/** A day, typed or picked. The browser's own field would use the browser's language. */
export function DateField({ value, onChange, iso = false, ...props }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  // The calendar is open while its field has the focus.
  useBackCloses(open, () => field.current?.blur());
  return (
    <DateInput
      ref={field}
      locale="es"
      valueFormat={iso ? 'YYYY-MM-DD' : 'D MMM YYYY'}
      dateParser={parseDay}
      placeholder={t('datePlaceholder')}
      // Sundays are not red: red means an error.
      weekendDays={[]}
      previousLabel={t('calendar.previous')}
      nextLabel={t('calendar.next')}
      clearButtonProps={{ 'aria-label': t('clearDate') }}
      value={value || null}
      onChange={(day) => onChange(day ?? '')}
      {...props}
      popoverProps={{ ...props.popoverProps, onOpen: () => setOpen(true), onClose: () => setOpen(false) }}
    />
  );
}
