import { NumberInput, TagsInput, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { STATES } from '#shared/access/states.ts';
import { type Calendar, type Obligation, obligationInput } from '#shared/calendars/calendars.schemas.ts';
import { DAY_KINDS, NON_WORKING_POLICIES } from '#shared/calendars/schedule.ts';
import { call, useEndpoint } from '../../api/client.ts';
import { EntityFormView } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { DateField } from '../../components/inputs/date-field.tsx';
import { FieldLabel } from '../../components/inputs/field.tsx';
import { MultiSelect, Select } from '../../components/inputs/select.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { Drawer } from '../../components/modal.tsx';
import { toast } from '../../components/toast.tsx';
import { useGuardedClose } from '../../hooks/use-unsaved.ts';
import { formatIsoDate, fullName } from '../../i18n/format.ts';
import styles from './calendars.module.css';
import { DuePreview } from './due-preview.tsx';
import { ObligationLabels } from './obligation-labels.tsx';
import { bodyOf, newObligation, scheduleOf, valuesOf } from './obligation-values.ts';
import { RecurrenceField } from './recurrence-field.tsx';

/** Creates or edits one obligation of a calendar. */
export function ObligationDrawer({
  calendar,
  obligation,
  onClose,
}: {
  calendar: Calendar;
  /** `null` for a new obligation; `undefined` where the drawer is closed. */
  obligation: Obligation | null | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('calendars');
  const { close, setUnsaved, closeOnEscape } = useGuardedClose(onClose);
  return (
    <Drawer
      opened={obligation !== undefined}
      onClose={close}
      closeOnEscape={closeOnEscape}
      position="right"
      size={640}
      classNames={{ content: styles.drawer ?? '', body: styles.body ?? '' }}
      title={t(obligation ? 'obligation.edit' : 'obligation.new')}
    >
      {obligation !== undefined && (
        <Fields
          key={obligation?._id ?? 'new'}
          calendar={calendar}
          obligation={obligation}
          onSaved={onClose}
          onCancel={close}
          onUnsaved={setUnsaved}
        />
      )}
    </Drawer>
  );
}

function Fields({
  calendar,
  obligation,
  onSaved,
  onCancel,
  onUnsaved,
}: {
  calendar: Calendar;
  obligation: Obligation | null;
  onSaved: () => void;
  onCancel: () => void;
  onUnsaved: (unsaved: boolean) => void;
}) {
  const { t } = useTranslation('calendars');
  const people = useEndpoint('usersByOrganization', {});
  const types = useEndpoint('documentTypes', {});
  const libraries = useEndpoint('groupsByOrganization', {});
  const form = useEntityForm({
    initial: obligation ? valuesOf(obligation) : newObligation(formatIsoDate(new Date())),
    schema: obligationInput,
    bodyOf,
    send: async (body) => {
      if (obligation) {
        const { _id: id, version } = obligation;
        await call('obligationUpdate', { params: { id }, body: { ...body, version } });
      } else {
        await call('obligationCreate', { body: { ...body, calendar: calendar._id } });
      }
      toast.success(t('obligation.saved'));
      onSaved();
    },
    fieldOf: (name) => name.split('.')[0] ?? name,
  });
  const { values, dirty } = form;
  useEffect(() => {
    onUnsaved(dirty);
    return () => onUnsaved(false);
  }, [dirty, onUnsaved]);
  const group = values.group ?? '';
  const folders = useEndpoint('foldersByGroup', { params: { group } }, { enabled: group !== '' });
  const persons = (people.data ?? []).map((person) => ({ value: person._id, label: fullName(person) }));
  const optional = (text: string) => <FieldLabel aside={t('common:optional')}>{text}</FieldLabel>;
  return (
    <EntityFormView
      form={form}
      label={t(obligation ? 'obligation.edit' : 'obligation.new')}
      always
      onCancel={onCancel}
    >
      <div className={styles.panel}>
        <TextInput
          label={t('fields.title')}
          required
          withAsterisk={false}
          maxLength={120}
          {...form.field('title', { max: 120 })}
        />
        <div className={styles.pair}>
          <TextInput label={optional(t('fields.authority'))} maxLength={80} {...form.field('authority')} />
          <TextInput label={optional(t('fields.legalBasis'))} maxLength={200} {...form.field('legalBasis')} />
        </div>
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
            label={optional(t('fields.endsOn'))}
            clearable
            {...form.field('endsOn')}
            value={values.endsOn}
          />
          <NumberInput label={t('fields.termDays')} min={0} max={365} {...form.field('termDays')} />
        </div>
        <DuePreview schedule={scheduleOf(values)} holidays={calendar.holidays} />
        <div className={styles.pair}>
          <TypedSelect
            label={optional(t('fields.responsible'))}
            clearable
            data={persons}
            {...form.field('responsible')}
          />
          <TypedSelect
            label={optional(t('fields.backup'))}
            clearable
            data={persons}
            {...form.field('backup')}
          />
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
          <TagsInput
            label={t('fields.leadDays')}
            {...form.field('leadDays', { hint: t('fields.leadDaysHint') })}
          />
          <TypedSelect
            label={optional(t('fields.documentType'))}
            clearable
            data={(types.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
            {...form.field('documentType')}
          />
          <TypedSelect
            label={optional(t('fields.group'))}
            clearable
            data={(libraries.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
            value={values.group}
            onChange={(next) => form.set({ group: next, folder: null })}
          />
          <TypedSelect
            label={optional(t('fields.folder'))}
            clearable
            disabled={group === ''}
            data={(folders.data ?? []).map(({ _id, path }) => ({ value: _id, label: path }))}
            {...form.field('folder')}
          />
        </div>
        <ObligationLabels
          kept={obligation?.labels ?? []}
          value={values.labels}
          onChange={(labels) => form.set({ labels })}
          error={form.errorOf('labels')}
        />
      </div>
    </EntityFormView>
  );
}
