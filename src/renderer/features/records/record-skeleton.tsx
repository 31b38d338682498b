import { useTranslation } from 'react-i18next';
import { Bar, LoadingRows, LoadingScreen } from '../../components/page/screen-states.tsx';
import { PreviewSkeleton } from './preview/preview-skeleton.tsx';
import header from './record-header.module.css';
import styles from './record-screen.module.css';

/** Placeholder of a document while it loads: its head, its page, its sheet. */
export function RecordSkeleton() {
  const { t } = useTranslation('records');
  return (
    <LoadingScreen title={t('title')}>
      <div className={styles.screen}>
        <div className={header.head}>
          <div className={styles.headBars}>
            <Bar width={140} />
            <Bar width="min(340px, 80%)" height={20} />
          </div>
        </div>
        <div className={styles.body}>
          <div className={styles.preview}>
            <PreviewSkeleton />
          </div>
          <div className={`${styles.side} ${styles.sideBars}`}>
            <LoadingRows rows={9} height={36} />
          </div>
        </div>
      </div>
    </LoadingScreen>
  );
}
