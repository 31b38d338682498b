import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import styles from './batch-state-dialog.module.css';
import { hitHref } from './hit-href.ts';

/**
 * What a decision about many documents is about: each with its version, and those that are left out because they are not
 * what their person selected any more. Nobody decides about what they have not seen.
 */
export function BatchItems({
  items,
  changed,
}: {
  items: readonly SearchItem[];
  changed: readonly SearchItem[];
}) {
  const { t } = useTranslation();
  const label = t('documents:batch.about', { count: items.length });
  return (
    <>
      {changed.length > 0 && (
        <div className={styles.changed} role="alert">
          <p>{t('documents:batch.changedSince', { count: changed.length })}</p>
          <ul>
            {changed.map((item) => (
              <li key={item._id}>
                <Link className="link" to={hitHref(item)}>
                  {item.title}
                </Link>{' '}
                <Version item={item} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {items.length > 0 && (
        // Focusable, so that the keyboard scrolls it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
        <section className={styles.about} aria-label={label} tabIndex={0}>
          <ul>
            {items.map((item) => (
              <li key={item._id}>
                <span className="ellipsis">{item.title}</span> <Version item={item} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Version({ item: { version } }: { item: SearchItem }) {
  const { t } = useTranslation();
  return version && <span className="meta">{t('documents:batch.version', { number: version.number })}</span>;
}
