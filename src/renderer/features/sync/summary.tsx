import './catalogue.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { needsDecision } from '#shared/ipc/sync-state.ts';
import { statusKey, useSync } from './store.ts';
import styles from './sync.module.css';

/** The dashboard's section about sync: its status, and what needs a decision. */
export function Summary() {
  const { t } = useTranslation('sync');
  const state = useSync();
  if (state.status === 'off') return null;
  const waiting = state.blocked.filter(needsDecision).length;
  const files = state.libraries.reduce((sum, library) => sum + library.files, 0);
  return (
    <section className={styles.summary}>
      <header>
        <h2>{t('title')}</h2>
        <Link to="/sync" className="link">
          {t('open')}
        </Link>
      </header>
      <p>{t(statusKey(state), state)}</p>
      <p className="meta">{t('files', { count: files })}</p>
      {waiting > 0 && (
        <p>
          <Link to="/sync" className="link">
            {t('waiting', { count: waiting })}
          </Link>
        </p>
      )}
    </section>
  );
}
