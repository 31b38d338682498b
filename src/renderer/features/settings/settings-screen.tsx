import { useTranslation } from 'react-i18next';
import styles from './settings.module.css';
import { TypesSection } from './types-section.tsx';

/** What the whole organization works by. */
export function Screen() {
  const { t } = useTranslation('settings');
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{t('title')}</h1>
      <TypesSection />
    </div>
  );
}
