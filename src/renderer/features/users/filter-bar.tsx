import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Select } from '../../components/inputs/select.tsx';
import { TypedFilter } from '../../components/inputs/typed-filter.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { type Filter, filtersOf, withFilter } from './filters.ts';
import { useDepartments, useLibraries } from './queries.ts';
import styles from './users.module.css';

/** The search box and the filters of the list, which are kept in the URL. */
export function FilterBar() {
  const { t } = useTranslation('users');
  const [params, setParams] = useSearchParams();
  const filters = filtersOf(params);
  const libraries = useLibraries();
  const departments = useDepartments();
  const set = (filter: Filter, value: string | null): void =>
    setParams((before) => withFilter(before, filter, value), { replace: true });
  const named = (each: { _id: string; name: string }) => ({ value: each._id, label: each.name });

  return (
    <search className={styles.filters} data-tour="users-filters">
      <TypedFilter
        className={styles.text}
        aria-label={t('filters.text')}
        placeholder={t('filters.text')}
        maxLength={100}
        clearWith={(clear) => (
          <ActionIcon variant="subtle" aria-label={t('filters.clearText')} onClick={clear}>
            <IconX size={15} aria-hidden="true" />
          </ActionIcon>
        )}
        value={filters.text ?? ''}
        onTyped={(value) => set('text', value)}
      />
      <Select
        aria-label={t('filters.enabled')}
        placeholder={t('filters.enabled')}
        clearable
        data={[
          { value: 'true', label: t('filters.yes') },
          { value: 'false', label: t('filters.no') },
        ]}
        value={filters.enabled ?? null}
        onChange={(value) => set('enabled', value)}
      />
      <Select
        aria-label={t('filters.role')}
        placeholder={t('filters.role')}
        clearable
        data={(['admin', 'manager', 'none'] as const).map((role) => ({
          value: role,
          label: t(`common:organizationRoles.${role}`),
        }))}
        value={filters.role ?? null}
        onChange={(value) => set('role', value)}
      />
      <TypedSelect
        aria-label={t('filters.department')}
        placeholder={t('filters.department')}
        clearable
        data={(departments.data ?? []).map(named)}
        value={filters.department ?? null}
        onChange={(value) => set('department', value)}
      />
      <TypedSelect
        aria-label={t('filters.library')}
        placeholder={t('filters.library')}
        clearable
        data={(libraries.data ?? []).map(named)}
        value={filters.group ?? null}
        onChange={(value) => set('group', value)}
      />
    </search>
  );
}
