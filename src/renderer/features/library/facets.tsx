import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { SCOPE_LABELS } from '#shared/domain/scopes.ts';
import { isRecordState, stateRow } from '#shared/domain/states.ts';
import type { Facets } from '#shared/schemas/search.ts';
import { formatNumber, fullName } from '../../i18n/format.ts';
import { type Filter, type Filters, withFilter } from './filters.ts';
import styles from './library.module.css';

const SHOWN = 6;

interface Choice {
  value: string;
  label: ReactNode;
  count: number;
}

/** How what was found divides; a click narrows, another one widens again. Counts hold only what one may see. */
export function FacetList({ facets, filters }: { facets: Facets; filters: Filters }) {
  const { t } = useTranslation('library');
  const [, setParams] = useSearchParams();
  const toggle = (filter: Filter, value: string): void =>
    setParams((before) => withFilter(before, filter, filters[filter] === value ? undefined : value), {
      replace: true,
    });
  const named = (list: readonly { _id: string; name: string; count: number }[]): Choice[] =>
    list.map((each) => ({ value: each._id, label: each.name, count: each.count }));
  const groups: readonly { filter: Filter; choices: Choice[] }[] = [
    { filter: 'group', choices: named(facets.group) },
    {
      filter: 'state',
      choices: facets.state.map((each) => ({
        value: String(each.value),
        label: isRecordState(each.value) ? stateRow(each.value).label : '',
        count: each.count,
      })),
    },
    { filter: 'documentType', choices: named(facets.documentType) },
    { filter: 'label', choices: named(facets.label) },
    {
      filter: 'scope',
      choices: facets.scope.map((each) => ({
        value: each.value,
        label: SCOPE_LABELS[each.value],
        count: each.count,
      })),
    },
    {
      filter: 'author',
      choices: facets.author.map((each) => ({
        value: each.user._id,
        label: fullName(each.user),
        count: each.count,
      })),
    },
  ];
  return (
    <aside className={styles.facets} aria-label={t('facets.heading')}>
      {groups
        .filter(({ filter, choices }) => choices.length > 1 || filters[filter])
        .map(({ filter, choices }) => (
          <section key={filter}>
            <h2>{t(`facets.${filter}`)}</h2>
            <ul>
              {choices.slice(0, SHOWN).map(({ value, label, count }) => (
                <li key={value}>
                  <button
                    type="button"
                    aria-pressed={filters[filter] === value}
                    onClick={() => toggle(filter, value)}
                  >
                    <span className="grow ellipsis">{label}</span>
                    <span>{formatNumber(count)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </aside>
  );
}
