import './catalogue.ts';
import { IconLifebuoy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { Page } from '../../components/page/page.tsx';
import { EmptyState } from '../../components/page/screen-states.tsx';
import { type Article, SECTIONS } from './articles.ts';
import styles from './help.module.css';
import { Prose } from './markdown.tsx';
import { Results, SearchField, useAsked } from './search-field.tsx';
import { textOf } from './texts.ts';
import { useArticles } from './use-articles.ts';

/** The help centre: its articles by section, a search, and the open article. */
export function Screen() {
  const { t } = useTranslation('help');
  const [params] = useSearchParams();
  const articles = useArticles();
  const { asked } = useAsked();
  const wanted = params.get('article');
  if (wanted !== null) {
    const article = articles.find(({ id }) => id === wanted);
    return article ? <Reading article={article} articles={articles} /> : <Unknown />;
  }
  return (
    <Page title={t('title')} intro={t('intro')}>
      <SearchField />
      {asked.trim() ? (
        <Results text={asked} />
      ) : (
        <div className={styles.sections} data-tour="help-sections">
          {SECTIONS.map((section) => {
            const own = articles.filter((article) => article.section === section);
            return (
              own.length > 0 && (
                <section key={section} aria-labelledby={`help-${section}`}>
                  <h2 id={`help-${section}`}>{t(`sections.${section}`)}</h2>
                  <ul>
                    {own.map(({ id, title }) => (
                      <li key={id}>
                        <Link to={`/help?article=${id}`}>{title}</Link>
                      </li>
                    ))}
                  </ul>
                </section>
              )
            );
          })}
        </div>
      )}
    </Page>
  );
}

/** One article, with links to the others of its section. */
function Reading({ article, articles }: { article: Article; articles: readonly Article[] }) {
  const { t } = useTranslation('help');
  const neighbours = articles.filter(({ section }) => section === article.section);
  return (
    <Page title={article.title} back={{ to: '/help', label: t('title') }}>
      <div className={styles.reading}>
        <article>
          <Prose text={textOf(article.id)} />
        </article>
        <nav aria-label={t('more', { section: t(`sections.${article.section}`) })}>
          <h2>{t(`sections.${article.section}`)}</h2>
          <ul>
            {neighbours.map(({ id, title }) => (
              <li key={id}>
                <Link to={`/help?article=${id}`} aria-current={id === article.id ? 'page' : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </Page>
  );
}

function Unknown() {
  const { t } = useTranslation('help');
  return (
    <EmptyState
      icon={IconLifebuoy}
      title={t('unknown.title')}
      action={<Link to="/help">{t('unknown.action')}</Link>}
      page
    />
  );
}
