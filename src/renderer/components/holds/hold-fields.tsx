import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { HOLD_LIMITS } from '#shared/keeping/holds.ts';
import { DateField } from '../inputs/date-field.tsx';
import { FieldLabel } from '../inputs/field.tsx';
import './catalogue.ts';

/** The values of a hold's form; '' for what is not given. */
export type HoldValues = { name: string; reason: string; reference: string; until: string };

export const NO_HOLD: HoldValues = { name: '', reason: '', reference: '', until: '' };

/** The call's body from the values. */
export const holdBody = ({ name, reason, reference, until }: HoldValues) => ({
  ...{ name, reason },
  reference: reference.trim() || null,
  until: until || null,
});

interface Form {
  values: HoldValues;
  set: (values: Partial<HoldValues>) => void;
  field: (name: keyof HoldValues, message?: { hint?: string; max?: number }) => object;
}

/** A hold's name, reason and end. */
export function HoldFields({ form }: { form: Form }) {
  const { t } = useTranslation('holds');
  const optional = (label: string) => <FieldLabel aside={t('optional')}>{label}</FieldLabel>;
  return (
    <>
      <TextInput
        label={t('name')}
        {...form.field('name', { hint: t('nameHint'), max: HOLD_LIMITS.name.max })}
      />
      <Textarea
        label={t('reason')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.field('reason', { max: HOLD_LIMITS.reason.max })}
      />
      <TextInput
        label={optional(t('reference'))}
        {...form.field('reference', { hint: t('referenceHint') })}
      />
      <DateField
        label={optional(t('until'))}
        clearable
        {...form.field('until', { hint: t('untilHint') })}
        value={form.values.until}
        onChange={(until) => form.set({ until })}
      />
    </>
  );
}
