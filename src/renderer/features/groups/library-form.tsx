import { Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { labelPath } from '#shared/labels/label-path.ts';
import { DESCRIPTION_MAX, LABELS_MAX, LIBRARY_NAME } from '#shared/platform/limits.ts';
import type { Named } from '#shared/platform/primitives.ts';
import { useEndpoint } from '../../api/client.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import type { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { FieldFailure, FieldLabel, fieldProps } from '../../components/inputs/field.tsx';
import { useNameOnDisk } from '../../components/inputs/name-on-disk.ts';
import { nothingFound } from '../../components/inputs/nothing-found.ts';
import { MultiSelect } from '../../components/inputs/select.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import type { LibraryValues } from './form.ts';

type Form = Pick<
  ReturnType<typeof useEntityForm<LibraryValues, never>>,
  'values' | 'field' | 'set' | 'errorOf'
>;

/** Name, description, department and default labels. */
export function LibraryFields({
  form,
  library,
  closed = false,
}: {
  form: Form;
  /** The saved library; undefined while it is being created. */
  library?: Named & { department: Named | null };
  /** Whether it is archived: its fields are then read-only. */
  closed?: boolean;
}) {
  const { t } = useTranslation('groups');
  const onDisk = useNameOnDisk(form.values.name);
  const renamed = library !== undefined && form.values.name.trim() !== library.name;
  return (
    <FormSection title={t('form.about')} intro={t('form.aboutIntro')}>
      <TextInput
        label={t('form.name')}
        required
        readOnly={closed}
        maxLength={LIBRARY_NAME.max}
        {...form.field('name', {
          hint: [onDisk, renamed && t('form.renames', { name: library.name })].filter(Boolean).join(' '),
        })}
      />
      <Textarea
        label={<FieldLabel aside={t('common:optional')}>{t('form.description')}</FieldLabel>}
        autosize
        minRows={2}
        maxRows={8}
        readOnly={closed}
        {...form.field('description', { max: DESCRIPTION_MAX })}
      />
      <DepartmentField form={form} kept={library?.department ?? null} closed={closed} />
      <LabelsField form={form} group={library?._id} closed={closed} />
    </FormSection>
  );
}

function DepartmentField({ form, kept, closed }: { form: Form; kept: Named | null; closed: boolean }) {
  const { t } = useTranslation('groups');
  const query = useEndpoint('departmentsByOrganization', {});
  const known: readonly Named[] = query.data ?? (kept ? [kept] : []);
  const props = form.field('department');
  return (
    <TypedSelect
      label={<FieldLabel aside={t('common:optional')}>{t('form.department')}</FieldLabel>}
      placeholder={query.isPending ? t('loading') : t('form.departmentNone')}
      data={known.map(({ _id, name }) => ({ value: _id, label: name }))}
      clearable={!closed}
      readOnly={closed}
      clearButtonProps={{ 'aria-label': t('clearSelection') }}
      nothingFoundMessage={nothingFound(query, t('filters.noDepartment'))}
      {...props}
      {...(query.isError
        ? fieldProps({
            error: <FieldFailure text={t('form.departmentFailed')} onRetry={() => void query.refetch()} />,
          })
        : {})}
    />
  );
}

function LabelsField({ form, group, closed }: { form: Form; group: string | undefined; closed: boolean }) {
  const { t } = useTranslation('groups');
  const query = useEndpoint('labels', { query: group ? { group } : {} });
  const data = useMemo(
    () =>
      (query.data ?? [])
        // A library that is being created is not named by any label yet.
        .filter(({ groups }) => group !== undefined || groups.length === 0)
        .map((label) => ({ value: label._id, label: labelPath(label) })),
    [query.data, group],
  );
  const { values } = form;
  return (
    <MultiSelect
      label={<FieldLabel aside={t('common:optional')}>{t('form.labels')}</FieldLabel>}
      placeholder={
        query.isPending ? t('loading') : values.defaultLabels.length === 0 ? t('form.labelsNone') : ''
      }
      data={data}
      value={query.data ? values.defaultLabels : []}
      onChange={(defaultLabels) => form.set({ defaultLabels })}
      searchable
      hidePickedOptions
      readOnly={closed}
      maxValues={LABELS_MAX}
      limit={50}
      nothingFoundMessage={nothingFound(query, t('form.labelsNothing'))}
      {...fieldProps({
        error: query.isError ? (
          <FieldFailure text={t('form.labelsFailed')} onRetry={() => void query.refetch()} />
        ) : (
          form.errorOf('defaultLabels')
        ),
        hint: t('form.labelsHint'),
      })}
    />
  );
}
