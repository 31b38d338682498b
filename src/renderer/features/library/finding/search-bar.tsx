import { ActionIcon, Button, Collapse } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { SCOPE_LABELS, SCOPES } from '#shared/access/scopes.ts';
import { STATES } from '#shared/access/states.ts';
import { DateField } from '../../../components/inputs/date-field.tsx';
import { Select } from '../../../components/inputs/select.tsx';
import { TypedFilter } from '../../../components/inputs/typed-filter.tsx';
import { TypedSelect } from '../../../components/inputs/typed-select.tsx';
import { fullName } from '../../../i18n/format.ts';
import { type Filter, filtersOf, withFilter } from '../filters.ts';
import styles from '../library.module.css';
import { useDocumentTypes, useLabels, useLibraries, usePeople } from '../queries.ts';

const ADVANCED = ['author', 'from', 'to', 'name', 'label', 'state'] as const;

/** The search box with library, type and scope. A button opens author, dates, name, label and state. */
export function SearchBar() {
  const { t } = useTranslation('library');
  const [params, setParams] = useSearchParams();
  const filters = filtersOf(params);
  const [advanced, setAdvanced] = useState(() => ADVANCED.some((each) => filters[each]));
  const libraries = useLibraries();
  const types = useDocumentTypes();
  const set = (filter: Filter, value: string | null | undefined): void =>
    setParams((before) => withFilter(before, filter, value ?? undefined), { replace: true });
  const single = filters.group && !filters.group.includes(',') ? filters.group : null;

  return (
    <search className={styles.search} data-tour="filters">
      <div className={styles.searchRow}>
        <TypedField filter="text" label={t('search.text')} value={filters.text ?? ''} onChange={set} big />
        <TypedSelect
          aria-label={t('search.library')}
          placeholder={t('search.library')}
          clearable
          data={(libraries.data ?? []).map((each) => ({ value: each._id, label: each.name }))}
          value={single}
          onChange={(value) => set('group', value)}
        />
        <TypedSelect
          aria-label={t('search.type')}
          placeholder={t('search.type')}
          clearable
          data={(types.data ?? []).map((each) => ({ value: each._id, label: each.name }))}
          value={filters.documentType ?? null}
          onChange={(value) => set('documentType', value)}
        />
        <Select
          aria-label={t('search.scope')}
          placeholder={t('search.scope')}
          clearable
          data={SCOPES.map((scope) => ({ value: scope, label: SCOPE_LABELS[scope] }))}
          value={filters.scope ?? null}
          onChange={(value) => set('scope', value)}
        />
        <Button
          variant={advanced ? 'light' : 'default'}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
          aria-expanded={advanced}
          onClick={() => setAdvanced(!advanced)}
        >
          {t('search.advanced')}
        </Button>
      </div>
      <Collapse expanded={advanced}>
        <Advanced set={set} />
      </Collapse>
    </search>
  );
}

function Advanced({ set }: { set: (filter: Filter, value: string | null) => void }) {
  const { t } = useTranslation('library');
  const [params] = useSearchParams();
  const filters = filtersOf(params);
  const people = usePeople();
  const labels = useLabels();
  return (
    <div className={styles.advanced}>
      <TypedSelect
        label={t('search.author')}
        clearable
        data={(people.data ?? []).map((each) => ({ value: each._id, label: fullName(each) }))}
        value={filters.author ?? null}
        onChange={(value) => set('author', value)}
      />
      {(['from', 'to'] as const).map((end) => (
        <DateField
          key={end}
          label={t(`search.${end}`)}
          clearable
          value={filters[end] ?? ''}
          onChange={(day) => set(end, day)}
        />
      ))}
      <div>
        <TypedField filter="name" label={t('search.name')} value={filters.name ?? ''} onChange={set} />
      </div>
      <TypedSelect
        label={t('search.label')}
        clearable
        data={(labels.data ?? []).map((each) => ({
          value: each._id,
          label: each.parent ? `${each.parent.name} / ${each.name}` : each.name,
        }))}
        value={filters.label ?? null}
        onChange={(value) => set('label', value)}
      />
      <Select
        label={t('search.state')}
        clearable
        data={STATES.map((row) => ({ value: String(row.value), label: row.label }))}
        value={filters.state && filters.state.length === 1 ? filters.state : null}
        onChange={(value) => set('state', value)}
      />
    </div>
  );
}

/** A text filter. It is written into the URL shortly after the last key, or at once with Enter. */
function TypedField({
  filter,
  label,
  value,
  onChange,
  big = false,
}: {
  filter: Filter;
  label: string;
  value: string;
  onChange: (filter: Filter, value: string) => void;
  big?: boolean;
}) {
  const { t } = useTranslation('library');
  return (
    <TypedFilter
      className={big ? styles.text : undefined}
      {...(big ? { 'aria-label': label, placeholder: label } : { label })}
      type={big ? 'search' : 'text'}
      maxLength={200}
      value={value}
      onTyped={(text) => onChange(filter, text)}
      leftSection={big ? undefined : null}
      {...(big
        ? {
            clearWith: (clear: () => void) => (
              <ActionIcon variant="subtle" aria-label={t('search.clear')} onClick={clear}>
                <IconX size={14} />
              </ActionIcon>
            ),
          }
        : {})}
    />
  );
}
