import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AUDIT_AREAS } from '#shared/audit/audit.ts';
import { DateField } from '../../components/inputs/date-field.tsx';
import { nothingFound } from '../../components/inputs/nothing-found.ts';
import { Select } from '../../components/inputs/select.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { fullName } from '../../i18n/format.ts';
import styles from './audit.module.css';
import { type Filters, usePeople } from './queries.ts';

/** Filters by area, person and days. They are kept in the URL. */
export function FilterBar({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (change: Partial<Record<keyof Filters, string | undefined>>) => void;
}) {
  const { t } = useTranslation('audit');
  const people = usePeople();
  const narrowed = Object.keys(filters).length > 0;
  return (
    <search className={styles.filters} aria-label={t('filters.label')}>
      <Select
        aria-label={t('filters.area')}
        placeholder={t('filters.area')}
        clearable
        data={AUDIT_AREAS.map((area) => ({ value: area, label: t(`areas.${area}`) }))}
        value={filters.area ?? null}
        onChange={(area) => onChange({ area: area ?? undefined })}
      />
      <TypedSelect
        aria-label={t('filters.actor')}
        placeholder={t('filters.actor')}
        clearable
        nothingFoundMessage={nothingFound(people, t('filters.nobody'))}
        data={(people.data ?? []).map((person) => ({ value: person._id, label: fullName(person) }))}
        value={filters.actor ?? null}
        onChange={(actor) => onChange({ actor: actor ?? undefined })}
      />
      <DateField
        aria-label={t('filters.from')}
        placeholder={t('filters.from')}
        clearable
        value={filters.from ?? ''}
        onChange={(from) => onChange({ from: from || undefined })}
      />
      <DateField
        aria-label={t('filters.to')}
        placeholder={t('filters.to')}
        clearable
        value={filters.to ?? ''}
        onChange={(to) => onChange({ to: to || undefined })}
      />
      {narrowed && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} aria-hidden="true" />}
          onClick={() =>
            onChange({
              area: undefined,
              actor: undefined,
              target: undefined,
              from: undefined,
              to: undefined,
            })
          }
        >
          {t('filters.clear')}
        </Button>
      )}
    </search>
  );
}
