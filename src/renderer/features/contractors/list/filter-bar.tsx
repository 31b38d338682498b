import { ActionIcon, Switch } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Select } from '../../../components/inputs/select.tsx';
import { TypedFilter } from '../../../components/inputs/typed-filter.tsx';
import { TypedSelect } from '../../../components/inputs/typed-select.tsx';
import { withParam } from '../../../hooks/search-params.ts';
import styles from '../contractors.module.css';
import { useOwnLibraries } from '../queries.ts';
import { type Filter, filtersOf, kindIn } from './filters.ts';

/** The search box and the filters of the list, which are kept in the URL. */
export function FilterBar() {
  const { t } = useTranslation('contractors');
  const [params, setParams] = useSearchParams();
  const { libraries = [] } = useOwnLibraries();
  const filters = filtersOf(params);
  const kind = kindIn(params);
  const set = (filter: Filter, value: string | null): void =>
    setParams((before) => withParam(before, filter, value), { replace: true });
  const sought = t(kind === 'site' ? 'filters.textSite' : 'filters.text');
  return (
    <search className={styles.filters} data-tour="contractors-filters">
      <TypedFilter
        key={kind}
        className={styles.text}
        aria-label={sought}
        placeholder={sought}
        maxLength={80}
        clearWith={(clear) => (
          <ActionIcon variant="subtle" aria-label={t('filters.clearText')} onClick={clear}>
            <IconX size={15} aria-hidden="true" />
          </ActionIcon>
        )}
        value={filters.q ?? ''}
        onTyped={(value) => set('q', value)}
      />
      <Select
        aria-label={t('filters.standing')}
        placeholder={t('filters.standing')}
        clearable
        data={(['fail', 'ok', 'none'] as const).map((value) => ({
          value,
          label: t(`filters.standings.${value}`),
        }))}
        value={filters.standing ?? null}
        onChange={(value) => set('standing', value)}
      />
      {libraries.length > 1 && (
        <TypedSelect
          aria-label={t('filters.library')}
          placeholder={t('filters.library')}
          clearable
          data={libraries.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={filters.group ?? null}
          onChange={(value) => set('group', value)}
        />
      )}
      <Switch
        className={styles.switch}
        label={t(kind === 'site' ? 'filters.endedSites' : 'filters.ended')}
        checked={filters.ended === 'yes'}
        onChange={(event) => set('ended', event.currentTarget.checked ? 'yes' : null)}
      />
    </search>
  );
}
