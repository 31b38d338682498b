import { ActionIcon, Button } from '@mantine/core';
import { IconFilterOff, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AREA_WORDS, AUDIT_AREAS } from '#shared/audit/audit.ts';
import { AUDIT_ACTIONS, AUDIT_AREA_NAMES } from '#shared/audit/audit-words.ts';
import { DateField } from '../../components/inputs/date-field.tsx';
import { nothingFound } from '../../components/inputs/nothing-found.ts';
import { Select } from '../../components/inputs/select.tsx';
import { TypedFilter } from '../../components/inputs/typed-filter.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { fullName } from '../../i18n/format.ts';
import styles from './audit.module.css';
import { targetFilterWords } from './filter-words.ts';
import { type Filters, TEXT_MAX, usePeople } from './queries.ts';

type Change = Partial<Record<keyof Filters, string | undefined>>;

const NONE: Record<keyof Filters, undefined> = {
  text: undefined,
  area: undefined,
  action: undefined,
  actor: undefined,
  target: undefined,
  from: undefined,
  to: undefined,
};

const inArea = (action: string, area: Filters['area']): boolean =>
  !area || AREA_WORDS[area].includes(action.split('.', 1)[0] ?? '');

/** Filters by text, area, action, person, thing and days. They are kept in the URL. */
export function FilterBar({
  filters,
  targetName,
  onChange,
}: {
  filters: Filters;
  /** The name of the thing to which the trail is narrowed, where it is known. */
  targetName: string | undefined;
  onChange: (change: Change) => void;
}) {
  const { t } = useTranslation('audit');
  const people = usePeople();
  const { area, action } = filters;
  const narrowed = Object.keys(filters).length > 0;
  const clear = (field: keyof Filters) => (value: string | null) => onChange({ [field]: value || undefined });
  return (
    <search className={styles.search} aria-label={t('filters.label')}>
      <div className={styles.filters}>
        <TypedFilter
          className={styles.text}
          aria-label={t('filters.text')}
          placeholder={t('filters.text')}
          maxLength={TEXT_MAX}
          clearWith={(empty) => (
            <ActionIcon variant="subtle" aria-label={t('filters.clearText')} onClick={empty}>
              <IconX size={15} aria-hidden="true" />
            </ActionIcon>
          )}
          value={filters.text ?? ''}
          onTyped={clear('text')}
        />
        <Select
          aria-label={t('filters.area')}
          placeholder={t('filters.area')}
          clearable
          data={AUDIT_AREAS.map((each) => ({ value: each, label: AUDIT_AREA_NAMES[each] }))}
          value={area ?? null}
          onChange={(value) => {
            const next = AUDIT_AREAS.find((each) => each === value);
            // An action of another area would leave nothing.
            onChange({ area: next, ...(action && !inArea(action, next) ? { action: undefined } : {}) });
          }}
        />
        <TypedSelect
          aria-label={t('filters.action')}
          placeholder={t('filters.action')}
          clearable
          nothingFoundMessage={t('filters.noAction')}
          data={Object.entries(AUDIT_ACTIONS)
            .filter(([code]) => inArea(code, area))
            .map(([value, label]) => ({ value, label }))}
          value={action ?? null}
          onChange={clear('action')}
        />
        <TypedSelect
          aria-label={t('filters.actor')}
          placeholder={t('filters.actor')}
          clearable
          nothingFoundMessage={nothingFound(people, t('filters.nobody'))}
          data={(people.data ?? []).map((person) => ({ value: person._id, label: fullName(person) }))}
          value={filters.actor ?? null}
          onChange={clear('actor')}
        />
        <DateField
          aria-label={t('filters.from')}
          placeholder={t('filters.from')}
          clearable
          value={filters.from ?? ''}
          onChange={clear('from')}
        />
        <DateField
          aria-label={t('filters.to')}
          placeholder={t('filters.to')}
          clearable
          value={filters.to ?? ''}
          onChange={clear('to')}
        />
      </div>
      {narrowed && (
        <div className={styles.narrowed}>
          {filters.target && (
            <span className={styles.only}>
              <span>{targetFilterWords(targetName)}</span>
              <ActionIcon
                variant="subtle"
                size="sm"
                aria-label={t('filters.targetClear')}
                onClick={() => onChange({ target: undefined })}
              >
                <IconX size={14} aria-hidden="true" />
              </ActionIcon>
            </span>
          )}
          <Button
            variant="subtle"
            leftSection={<IconFilterOff size={16} aria-hidden="true" />}
            onClick={() => onChange(NONE)}
          >
            {t('filters.clear')}
          </Button>
        </div>
      )}
    </search>
  );
}
