import { IconBookmark, IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './finding.module.css';
import { useRecentSearches } from './recent-searches.ts';
import { searchLink, useSavedSearches } from './saved.ts';

/** Below the search box: the person's saved and recent searches. */
export function SearchShelf() {
  const { t } = useTranslation('library');
  // If they cannot be loaded nothing is shown: the search box works without them.
  const saved = useSavedSearches().data ?? [];
  const { recent, forget } = useRecentSearches();
  if (saved.length === 0 && recent.length === 0) return null;
  return (
    <div className={styles.shelf}>
      {saved.length > 0 && (
        <section className={styles.group} aria-labelledby="saved-searches">
          <h2 id="saved-searches">{t('saved.heading')}</h2>
          <ul>
            {saved.map((each) => (
              <li key={each._id}>
                <Link to={searchLink(each.query)} className={styles.chip}>
                  <IconBookmark size={14} aria-hidden="true" />
                  <span className="ellipsis">{each.name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {recent.length > 0 && (
        <section className={styles.group} aria-labelledby="recent-searches">
          <h2 id="recent-searches">{t('saved.recent')}</h2>
          <ul>
            {recent.map((text) => (
              <li key={text}>
                <Link to={searchLink(`text=${encodeURIComponent(text)}`)} className={styles.chip}>
                  <IconHistory size={14} aria-hidden="true" />
                  <span className="ellipsis">{text}</span>
                </Link>
              </li>
            ))}
          </ul>
          <button type="button" className="link" onClick={forget}>
            {t('saved.forgetRecent')}
          </button>
        </section>
      )}
    </div>
  );
}
