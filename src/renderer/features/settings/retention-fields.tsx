import { NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  RETENTION_EVENTS,
  RETENTION_LIMITS,
  RETENTIONS,
  type Retention,
  type RetentionEvent,
} from '#shared/keeping/retention.ts';
import { FieldLabel } from '../../components/inputs/field.tsx';
import { Select } from '../../components/inputs/select.tsx';
import { useRetentionWords } from '../../components/retention/use-retention-words.ts';
import styles from './settings.module.css';

/** The value of a number field; '' where it is empty. */
export type Typed = number | string;

export interface RetentionValues {
  retention: Retention;
  retentionYears: Typed;
  retentionMonths: Typed;
  retentionFrom: RetentionEvent;
  retentionBasis: string;
}

/** A period in months, from its fields for years and months; null where both are empty. */
export const monthsOf = ({ retentionYears, retentionMonths }: RetentionValues): number | null =>
  retentionYears === '' && retentionMonths === ''
    ? null
    : Number(retentionYears) * 12 + Number(retentionMonths);

interface Form {
  readonly values: RetentionValues;
  set(values: Partial<RetentionValues>): void;
  field(name: keyof RetentionValues, message?: { hint?: string; max?: number }): object;
}

/** How long a type keeps its documents, from when and why; and a sentence that sums it up. */
export function RetentionFields({ form, documents }: { form: Form; documents: number }) {
  const { t } = useTranslation('settings');
  const { periodOf } = useRetentionWords();
  const label = useId();
  const { values } = form;
  const { retention, retentionFrom: from } = values;
  const months = monthsOf(values);
  const whole =
    months !== null && Number.isInteger(months) && months >= 1 && months <= RETENTION_LIMITS.months;
  const preview =
    retention === 'period'
      ? whole
        ? [
            t('types.preview.period', { period: periodOf(months, from) }),
            t(from === 'creation' ? 'types.preview.creation' : 'types.preview.awaits'),
          ]
        : []
      : [t(`types.preview.${retention}`)];
  if (documents > 0 && preview.length > 0) preview.push(t('types.touches', { count: documents }));
  return (
    <>
      <div>
        <p id={label} className={styles.label}>
          {t('types.retention')}
        </p>
        <SegmentedControl
          aria-labelledby={label}
          value={retention}
          onChange={(next) => form.set({ retention: next as Retention })}
          data={RETENTIONS.map((value) => ({ value, label: t(`types.kinds.${value}`) }))}
        />
      </div>
      {retention === 'period' && (
        <>
          <div className={styles.pair}>
            <NumberInput
              label={t('types.retentionYears')}
              decimalScale={0}
              {...form.field('retentionYears')}
            />
            <NumberInput
              label={t('types.retentionMonths')}
              decimalScale={0}
              {...form.field('retentionMonths')}
            />
          </div>
          <Select
            label={t('types.retentionFrom')}
            allowDeselect={false}
            data={RETENTION_EVENTS.map((value) => ({ value, label: t(`types.events.${value}`) }))}
            value={from}
            onChange={(next) => next && form.set({ retentionFrom: next as RetentionEvent })}
          />
        </>
      )}
      {retention !== 'none' && (
        <TextInput
          label={<FieldLabel aside={t('common:optional')}>{t('types.basis')}</FieldLabel>}
          {...form.field('retentionBasis', { hint: t('types.basisHint'), max: RETENTION_LIMITS.basis })}
        />
      )}
      {preview.length > 0 && (
        <p className="secondary" aria-live="polite">
          {preview.join(' ')}
        </p>
      )}
    </>
  );
}
