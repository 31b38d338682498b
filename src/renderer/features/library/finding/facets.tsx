import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { SCOPE_LABELS } from '#shared/access/scopes.ts';
import { isRecordState, stateRow } from '#shared/access/states.ts';
import type { Facets } from '#shared/search/search.schemas.ts';
import { formatNumber, fullName } from '../../../i18n/format.ts';
import { type Filter, type Filters, withFilter } from '../filters.ts';
import styles from '../library.module.css';

const SHOWN = 6;

/** A year is stored in the URL as a first and a last day. */
const yearOf = ({ from, to }: Filters): string | undefined =>
  from?.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31` ? from.slice(0, 4) : undefined;

interface Choice {
  value: string;
  label: ReactNode;
  count: number;
}

/**
 * The facets of the results. A click narrows the search, another click widens it. Counts cover only what the person may
 * see.
 */
export function FacetList({ facets, filters }: { facets: Facets; filters: Filters }) {
  const { t } = useTranslation('library');
  const [, setParams] = useSearchParams();
  const toggle = (filter: Filter, value: string): void =>
    setParams((before) => withFilter(before, filter, filters[filter] === value ? undefined : value), {
      replace: true,
    });
  const chosenYear = yearOf(filters);
  const toggleYear = (year: string): void =>
    setParams(
      (before) => {
        const same = year === chosenYear;
        const from = withFilter(before, 'from', same ? undefined : `${year}-01-01`);
        return withFilter(from, 'to', same ? undefined : `${year}-12-31`);
      },
      { replace: true },
    );
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
  const years = facets.year.map(({ value, count }) => ({ value: String(value), label: value, count }));
  return (
    <aside className={styles.facets} aria-label={t('facets.heading')}>
      {groups
        .filter(({ filter, choices }) => choices.length > 1 || filters[filter])
        .map(({ filter, choices }) => (
          <Group
            key={filter}
            name={t(`facets.${filter}`)}
            choices={choices}
            chosen={filters[filter]}
            onToggle={(value) => toggle(filter, value)}
          />
        ))}
      {(years.length > 1 || chosenYear) && (
        <Group name={t('facets.year')} choices={years} chosen={chosenYear} onToggle={toggleYear} />
      )}
    </aside>
  );
}

/** One facet: the most frequent values first, the others behind a button. */
function Group({
  name,
  choices,
  chosen,
  onToggle,
}: {
  name: string;
  choices: readonly Choice[];
  chosen: string | undefined;
  onToggle: (value: string) => void;
}) {
  const { t } = useTranslation('library');
  const [all, setAll] = useState(false);
  const more = choices.length - SHOWN;
  // Chosen values stay visible, even if they are rare.
  const shown = choices.filter((choice, at) => all || at < SHOWN || choice.value === chosen);
  return (
    <section>
      <h2>{name}</h2>
      <ul>
        {shown.map(({ value, label, count }) => (
          <li key={value}>
            <button type="button" aria-pressed={chosen === value} onClick={() => onToggle(value)}>
              <span className="grow ellipsis">{label}</span>
              <span>{formatNumber(count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={all}
          aria-label={t(all ? 'facets.fewerOf' : 'facets.moreOf', { name })}
          onClick={() => setAll(!all)}
        >
          <span className="grow">{all ? t('facets.fewer') : t('facets.more', { count: more })}</span>
        </button>
      )}
    </section>
  );
}
