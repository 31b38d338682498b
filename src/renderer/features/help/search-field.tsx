import { IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { TypedFilter } from '../../components/inputs/typed-filter.tsx';
import { EmptyState } from '../../components/page/screen-states.tsx';
import styles from './help.module.css';
import { helpSearch } from './search.ts';
import { useArticles } from './use-articles.ts';

/** The query is kept in the URL, so that going back shows it again. */
export function useAsked() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('text') ?? '';
  const ask = (text: string): void => setParams(text ? { text } : {}, { replace: true });
  return { asked, ask };
}

export function SearchField() {
  const { t } = useTranslation('help');
  const { asked, ask } = useAsked();
  return (
    <search className={styles.search} data-tour="help-search">
      <TypedFilter
        waitMs={0}
        type="search"
        size="md"
        aria-label={t('search')}
        placeholder={t('search')}
        value={asked}
        onTyped={ask}
      />
    </search>
  );
}

/** Articles and questions that match, best first. */
export function Results({ text }: { text: string }) {
  const { t } = useTranslation('help');
  const articles = useArticles();
  const search = useMemo(() => helpSearch(articles), [articles]);
  const found = search(text);
  return (
    <>
      <p className="meta" role="status">
        {t('found', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <EmptyState icon={IconSearch} title={t('none.title', { text })}>
          {t('none.body')}
        </EmptyState>
      ) : (
        <ul className={styles.found} aria-label={t('results')}>
          {found.map(({ to, title, excerpt }) => (
            <li key={to}>
              <Link to={to}>{title}</Link>
              <p className="meta">{excerpt}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
