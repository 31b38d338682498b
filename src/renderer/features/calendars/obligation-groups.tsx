import { NumberInput, TagsInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { STATES } from '#shared/access/states.ts';
import type { HolidayPreset, Obligation, obligationInput } from '#shared/calendars/calendars.schemas.ts';
import { DAY_KINDS, NON_WORKING_POLICIES } from '#shared/calendars/schedule.ts';
import { useEndpoint } from '../../api/client.ts';
import type { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { DateField } from '../../components/inputs/date-field.tsx';
import { FieldLabel } from '../../components/inputs/field.tsx';
import { MultiSelect, Select } from '../../components/inputs/select.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { PersonSelect } from '../../components/people/person-select.tsx';
import styles from './calendars.module.css';
import { DuePreview } from './due-preview.tsx';
import { ObligationLabels } from './obligation-labels.tsx';
import { type ObligationValues, scheduleOf } from './obligation-values.ts';
import { RecurrenceField } from './recurrence-field.tsx';

export type Form = Pick<
  ReturnType<typeof useEntityForm<ObligationValues, typeof obligationInput>>,
  'field' | 'errorOf' | 'set' | 'values'
>;

/** The four groups of an obligation's form, in the order in which one thinks of it. */
export function Group({
  name,
  children,
}: {
  name: 'what' | 'over' | 'when' | 'who' | 'evidence';
  children: ReactNode;
}) {
  const { t } = useTranslation('calendars');
  return (
    <fieldset className={styles.group}>
      <legend>{t(`groups.${name}.title`)}</legend>
      <p className="meta">{t(`groups.${name}.intro`)}</p>
      {children}
    </fieldset>
  );
}

function Optional({ text }: { text: string }) {
  const { t } = useTranslation('calendars');
  return <FieldLabel aside={t('common:optional')}>{text}</FieldLabel>;
}

/** Qué: what is owed, to whom, and by which law. */
export function WhatGroup({ form }: { form: Form }) {
  const { t } = useTranslation('calendars');
  return (
    <Group name="what">
      <TextInput
        label={t('fields.title')}
        required
        withAsterisk={false}
        maxLength={120}
        {...form.field('title', { max: 120 })}
      />
      <div className={styles.pair}>
        <TextInput
          label={<Optional text={t('fields.authority')} />}
          maxLength={80}
          {...form.field('authority')}
        />
        <TextInput
          label={<Optional text={t('fields.legalBasis')} />}
          maxLength={200}
          {...form.field('legalBasis')}
        />
      </div>
    </Group>
  );
}

/** Cuándo: how often, on which days, and the next of them. */
export function WhenGroup({ form, holidays }: { form: Form; holidays: HolidayPreset }) {
  const { t } = useTranslation('calendars');
  const { values } = form;
  return (
    <Group name="when">
      <div data-tour="obligation-recurrence">
        <RecurrenceField
          value={values.recurrence}
          working={values.dayKind === 'hábiles'}
          onChange={(recurrence) => form.set({ recurrence })}
          error={form.errorOf('recurrence')}
        />
      </div>
      <div className={styles.pair}>
        <Select
          label={t('fields.dayKind')}
          allowDeselect={false}
          data={DAY_KINDS.map((value) => ({ value, label: t(`dayKinds.${value}`) }))}
          {...form.field('dayKind')}
        />
        <Select
          label={t('fields.nonWorkingPolicy')}
          allowDeselect={false}
          data={NON_WORKING_POLICIES.map((value) => ({ value, label: t(`policies.${value}`) }))}
          {...form.field('nonWorkingPolicy')}
        />
        <DateField label={t('fields.startsOn')} {...form.field('startsOn')} value={values.startsOn} />
        <DateField
          label={<Optional text={t('fields.endsOn')} />}
          clearable
          {...form.field('endsOn')}
          value={values.endsOn}
        />
        <NumberInput label={t('fields.termDays')} min={0} max={365} {...form.field('termDays')} />
      </div>
      <DuePreview schedule={scheduleOf(values)} holidays={holidays} />
    </Group>
  );
}

/** Quién: who answers for it, who steps in, and how early they are told. */
export function WhoGroup({ form, obligation }: { form: Form; obligation: Obligation | null }) {
  const { t } = useTranslation('calendars');
  const { values } = form;
  return (
    <Group name="who">
      <div className={styles.pair}>
        <PersonSelect
          label={<Optional text={t('fields.responsible')} />}
          placeholder={t('obligation.nobody')}
          keep={obligation?.responsible ?? null}
          value={values.responsible}
          onChange={(responsible) => form.set({ responsible })}
          error={form.errorOf('responsible')}
          {...(values.responsible === null ? { hint: t('obligation.nobodyHint') } : {})}
        />
        <PersonSelect
          label={<Optional text={t('fields.backup')} />}
          placeholder={t('obligation.noBackup')}
          keep={obligation?.backup ?? null}
          value={values.backup}
          onChange={(backup) => form.set({ backup })}
          error={form.errorOf('backup')}
        />
      </div>
      <TagsInput
        label={t('fields.leadDays')}
        {...form.field('leadDays', { hint: t('fields.leadDaysHint') })}
      />
    </Group>
  );
}

/** Evidencia: which documents show that it was met, and where they belong. */
export function EvidenceGroup({ form, obligation }: { form: Form; obligation: Obligation | null }) {
  const { t } = useTranslation('calendars');
  const { values } = form;
  const types = useEndpoint('documentTypes', {});
  const libraries = useEndpoint('groupsByOrganization', {});
  const group = values.group ?? '';
  const folders = useEndpoint('foldersByGroup', { params: { group } }, { enabled: group !== '' });
  return (
    <Group name="evidence">
      <div className={styles.pair}>
        <NumberInput
          label={t('fields.minCount')}
          min={0}
          max={20}
          {...form.field('minCount', { hint: t('fields.minCountHint') })}
        />
        <MultiSelect
          label={t('fields.acceptedStates')}
          data={STATES.map(({ value, label }) => ({ value: String(value), label }))}
          {...form.field('acceptedStates')}
        />
        {values.over === '' && (
          <>
            <TypedSelect
              label={<Optional text={t('fields.group')} />}
              clearable
              data={(libraries.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
              {...form.field('group')}
              onChange={(next) => form.set({ group: next, folder: null })}
            />
            <TypedSelect
              label={<Optional text={t('fields.folder')} />}
              clearable
              disabled={group === ''}
              data={(folders.data ?? []).map(({ _id, path }) => ({ value: _id, label: path }))}
              {...form.field('folder')}
            />
          </>
        )}
        <TypedSelect
          label={<Optional text={t('fields.documentType')} />}
          clearable
          data={(types.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
          {...form.field('documentType')}
        />
      </div>
      <ObligationLabels
        kept={obligation?.labels ?? []}
        value={values.labels}
        onChange={(labels) => form.set({ labels })}
        error={form.errorOf('labels')}
      />
    </Group>
  );
}
