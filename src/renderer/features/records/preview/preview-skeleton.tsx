import { useTranslation } from 'react-i18next';
import { useDelayed } from '../../../hooks/use-delayed.ts';
import styles from './preview.module.css';

/** A placeholder of a page with bars, shown after 150 ms. */
export function PreviewSkeleton() {
  const { t } = useTranslation();
  const shown = useDelayed(150);
  return (
    <div className={styles.scroll} role="status" aria-label={t('loading')} aria-busy="true">
      {shown && (
        <div className={`${styles.paper} ${styles.blank}`}>
          {[38, 62, 92, 88, 94, 70, 90, 86, 52].map((width) => (
            <span key={width} className={styles.bar} style={{ width: `${width}%` }} />
          ))}
        </div>
      )}
    </div>
  );
}
