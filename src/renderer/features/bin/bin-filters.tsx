import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BIN_KEPT, BIN_SORTS, type BinKept, type BinSort } from '#shared/retention/bin.ts';
import { useEndpoint } from '../../api/client.ts';
import { DateField } from '../../components/inputs/date-field.tsx';
import { Select } from '../../components/inputs/select.tsx';
import { TypedFilter } from '../../components/inputs/typed-filter.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import styles from './bin.module.css';
import type { useBinFilters } from './use-bin-filters.ts';

/** The filters and the sort order of the bin. */
export function BinFilterBar({ filters, set, clear, filtered }: ReturnType<typeof useBinFilters>) {
  const { t } = useTranslation('bin');
  const libraries = useEndpoint('groupsByOrganization', {});
  const people = useEndpoint('usersByOrganization', {});
  const clearable = {
    clearable: true,
    clearButtonProps: { 'aria-label': t('common:clearSelection') },
  };
  return (
    <search className={styles.filters} aria-label={t('filters.label')}>
      <TypedFilter
        className={styles.wide ?? ''}
        label={t('filters.text')}
        maxLength={80}
        value={filters.text}
        onTyped={(text) => set({ text })}
      />
      <TypedSelect
        label={t('filters.group')}
        placeholder={t('filters.any')}
        {...clearable}
        data={(libraries.data ?? []).map((each) => ({ value: each._id, label: each.name }))}
        value={filters.group || null}
        onChange={(group) => set({ group: group ?? '' })}
      />
      <TypedSelect
        label={t('filters.deletedBy')}
        placeholder={t('filters.anybody')}
        {...clearable}
        data={(people.data ?? []).map((each) => ({
          value: each._id,
          label: `${each.firstname} ${each.lastname}`.trim(),
        }))}
        value={filters.deletedBy || null}
        onChange={(deletedBy) => set({ deletedBy: deletedBy ?? '' })}
      />
      <DateField
        label={t('filters.from')}
        clearable
        value={filters.from}
        onChange={(from) => set({ from })}
      />
      <DateField label={t('filters.to')} clearable value={filters.to} onChange={(to) => set({ to })} />
      <Select
        label={t('filters.kept')}
        placeholder={t('filters.anything')}
        {...clearable}
        data={BIN_KEPT.map((each) => ({ value: each, label: t(`kept.${each}`) }))}
        value={filters.kept || null}
        onChange={(kept) => set({ kept: (kept ?? '') as BinKept | '' })}
      />
      <Select
        label={t('filters.sort')}
        allowDeselect={false}
        data={BIN_SORTS.map((each) => ({ value: each, label: t(`sort.${each}`) }))}
        value={filters.sort}
        onChange={(sort) => set({ sort: (sort ?? 'newest') as BinSort })}
      />
      {filtered && (
        <Button variant="subtle" className={styles.clear ?? ''} onClick={clear}>
          {t('filters.clear')}
        </Button>
      )}
    </search>
  );
}
