import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DEPARTMENT_NAME } from '#shared/platform/limits.ts';
import type { Person } from '#shared/platform/primitives.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import type { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { FieldLabel } from '../../components/inputs/field.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { PersonSelect } from '../../components/people/person-select.tsx';
import type { Place } from './tree.ts';

/** The values of a department's form. */
export type DepartmentValues = { name: string; parent: string | null; head: string | null };

type Form = Pick<
  ReturnType<typeof useEntityForm<DepartmentValues, never>>,
  'values' | 'field' | 'set' | 'errorOf'
>;

/** Name, parent department and head. */
export function DepartmentFields({
  form,
  places,
  head,
}: {
  form: Form;
  places: readonly Place[];
  /** The person who heads it now. */
  head?: Person | null;
}) {
  const { t } = useTranslation('departments');
  return (
    <FormSection title={t('form.about')} intro={t('form.aboutIntro')}>
      <TextInput label={t('form.name')} required maxLength={DEPARTMENT_NAME.max} {...form.field('name')} />
      <TypedSelect
        label={<FieldLabel aside={t('common:optional')}>{t('form.parent')}</FieldLabel>}
        placeholder={t('form.parentNone')}
        data={[...places]}
        clearable
        clearButtonProps={{ 'aria-label': t('clearSelection') }}
        nothingFoundMessage={t('empty.noMatch')}
        {...form.field('parent', { hint: t('form.parentHint') })}
      />
      <PersonSelect
        label={<FieldLabel aside={t('common:optional')}>{t('form.head')}</FieldLabel>}
        placeholder={t('form.headNone')}
        value={form.values.head}
        onChange={(person) => form.set({ head: person })}
        keep={head ?? null}
        error={form.errorOf('head')}
      />
    </FormSection>
  );
}
