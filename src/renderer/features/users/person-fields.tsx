import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DIRECTORY_GROUPS } from '#shared/access/roles.ts';
import type { userCreate } from '#shared/people/users.schemas.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import type { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { FieldFailure, FieldLabel, FieldMessage, fieldProps } from '../../components/inputs/field.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { LibraryRolesField } from '../../components/library-roles/library-roles.tsx';
import type { PersonValues } from './person-values.ts';
import { useDepartments, useLibraries } from './queries.ts';
import styles from './users.module.css';

export type PersonForm = Pick<
  ReturnType<typeof useEntityForm<PersonValues, typeof userCreate>>,
  'values' | 'errorOf' | 'set' | 'field' | 'check'
>;

/** The field of each error code, and fields that the schemas name differently. */
export const REFUSALS = { email_taken: 'email', last_admin: 'roles', own_account: 'roles' } as const;
export const fieldOf = (name: string): string => name.split('.')[0] ?? name;

/** A person's name, their role in the organization, and their libraries. */
export function PersonFields({ form }: { form: PersonForm }) {
  const { t } = useTranslation('users');
  const departments = useDepartments();
  const libraries = useLibraries();
  const roleError = form.errorOf('roles');
  const departmentError = departments.isError ? (
    <FieldFailure text={t('fields.departmentsFailed')} onRetry={() => void departments.refetch()} />
  ) : (
    form.errorOf('department')
  );
  return (
    <>
      <FormSection title={t('sections.person')} intro={t('sections.personIntro')}>
        <div className={styles.pair}>
          <TextInput
            label={t('fields.firstname')}
            autoComplete="off"
            maxLength={80}
            required
            withAsterisk={false}
            {...form.field('firstname')}
          />
          <TextInput
            label={t('fields.lastname')}
            autoComplete="off"
            maxLength={80}
            required
            withAsterisk={false}
            {...form.field('lastname')}
          />
        </div>
        <TextInput
          label={t('fields.email')}
          type="email"
          autoComplete="off"
          maxLength={254}
          required
          withAsterisk={false}
          {...form.field('email', { hint: t('fields.emailHint') })}
        />
        <div className={styles.pair}>
          <TextInput
            label={<FieldLabel aside={t('common:optional')}>{t('fields.rut')}</FieldLabel>}
            placeholder="12.345.678-5"
            autoComplete="off"
            maxLength={16}
            {...form.field('rut')}
          />
          <TypedSelect
            label={<FieldLabel aside={t('common:optional')}>{t('fields.department')}</FieldLabel>}
            placeholder={departments.isPending ? t('common:loading') : t('fields.departmentNone')}
            clearable
            data={(departments.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
            value={form.values.department}
            onChange={(department) => form.set({ department })}
            {...fieldProps({ error: departmentError })}
          />
        </div>
      </FormSection>
      <FormSection title={t('sections.roles')} intro={t('sections.rolesIntro')}>
        {/* biome-ignore lint/a11y/useSemanticElements: the section's heading is its name */}
        <div
          role="group"
          aria-label={t('sections.roles')}
          className={styles.checks}
          {...(roleError ? { 'aria-invalid': true, tabIndex: -1 } : {})}
        >
          {DIRECTORY_GROUPS.map((role) => (
            <Checkbox
              key={role}
              label={t(`common:organizationRoles.${role}`)}
              description={t(`roles.${role}`)}
              {...form.check(role)}
            />
          ))}
          {roleError && <FieldMessage error={roleError} />}
        </div>
      </FormSection>
      <FormSection title={t('sections.libraries')} intro={t('sections.librariesIntro')}>
        {libraries.isError ? (
          <p>
            <FieldFailure text={t('fields.librariesFailed')} onRetry={() => void libraries.refetch()} />
          </p>
        ) : (
          libraries.data && (
            <LibraryRolesField
              libraries={libraries.data}
              value={form.values.libraries}
              onChange={(wanted) => form.set({ libraries: wanted })}
              error={form.errorOf('libraries')}
            />
          )
        )}
      </FormSection>
    </>
  );
}
