import { Checkbox, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WEEKDAYS } from '#shared/calendars/recurrence.ts';
import { WORKING_DAYS_MAX } from '#shared/calendars/schedule.ts';
import { fieldProps } from '../../components/inputs/field.tsx';
import { Select } from '../../components/inputs/select.tsx';
import styles from './calendars.module.css';
import { LAST, REPEATS, type RecurrenceValues, type Repeats } from './recurrence.ts';

const INTERVALS = ['1', '2', '3', '4', '6', '12'] as const;

/** How often an obligation recurs, in words: "cada mes, el día 10". Anything else is written as a rule of RFC 5545. */
export function RecurrenceField({
  value,
  working,
  onChange,
  error,
}: {
  value: RecurrenceValues;
  /** With working days, only those that every month has can be chosen. */
  working: boolean;
  onChange: (value: RecurrenceValues) => void;
  error?: ReactNode;
}) {
  const { t } = useTranslation('calendars');
  const change = (part: Partial<RecurrenceValues>): void => onChange({ ...value, ...part });
  const { repeats } = value;
  const days = Array.from({ length: working ? WORKING_DAYS_MAX : 31 }, (_, at) => String(at + 1));
  const dated = repeats === 'monthly' || repeats === 'yearly';
  return (
    <div className={styles.recurrence}>
      <Select
        label={t('recurrence.repeats')}
        data={REPEATS.map((each) => ({ value: each, label: t(`recurrence.${each}`) }))}
        value={repeats}
        allowDeselect={false}
        onChange={(next) => change({ repeats: (next ?? 'monthly') as Repeats })}
        {...fieldProps({ error: repeats === 'custom' ? undefined : error })}
      />
      {dated && (
        <Select
          label={t(working ? 'recurrence.workingDay' : 'recurrence.day')}
          data={[
            ...days.map((day) => ({ value: day, label: day })),
            { value: LAST, label: t('recurrence.last') },
          ]}
          value={value.day}
          allowDeselect={false}
          onChange={(day) => day && change({ day })}
        />
      )}
      {repeats === 'monthly' && (
        <Select
          label={t('recurrence.every')}
          data={INTERVALS.map((each) => ({
            value: each,
            label: t('recurrence.months', { count: Number(each) }),
          }))}
          value={value.interval}
          allowDeselect={false}
          onChange={(interval) => interval && change({ interval })}
        />
      )}
      {repeats === 'yearly' && (
        <Select
          label={t('recurrence.month')}
          data={Array.from({ length: 12 }, (_, at) => ({
            value: String(at + 1),
            label: t(`months.${at + 1}`),
          }))}
          value={value.month}
          allowDeselect={false}
          onChange={(month) => month && change({ month })}
        />
      )}
      {repeats === 'weekly' && (
        <Checkbox.Group
          className={styles.wide ?? ''}
          label={t('recurrence.weekdays')}
          value={[...value.weekdays]}
          onChange={(weekdays) => weekdays.length > 0 && change({ weekdays })}
        >
          <div className={styles.weekdays}>
            {WEEKDAYS.map((name) => (
              <Checkbox key={name} size="xs" value={name} label={t(`weekdays.${name}`)} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {repeats === 'custom' && (
        <TextInput
          className={styles.wide ?? ''}
          label={t('recurrence.text')}
          value={value.text}
          maxLength={300}
          spellCheck={false}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          {...fieldProps({ error, hint: t('recurrence.textHint') })}
        />
      )}
    </div>
  );
}
