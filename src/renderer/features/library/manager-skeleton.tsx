import { useTranslation } from 'react-i18next';
import { Bar, LoadingRows, LoadingScreen } from '../../components/page/screen-states.tsx';
import tree from './folders/folder-tree.module.css';
import styles from './library.module.css';
import { LoadingList } from './list/loading-list.tsx';

/** Placeholder of a library while it loads: its tree, the folder's head, its documents. */
export function ManagerSkeleton({ title }: { title: string | undefined }) {
  const { t } = useTranslation('library');
  return (
    <LoadingScreen title={title ?? t('title')}>
      <div className={styles.manager}>
        <div className={tree.tree}>
          <LoadingRows rows={8} height={30} />
        </div>
        <div className={styles.folder}>
          <div className={styles.headBars}>
            <Bar width={96} />
            <Bar width="min(280px, 60%)" height={20} />
          </div>
          <div className={styles.listHead} />
          <LoadingList rows={12} />
        </div>
      </div>
    </LoadingScreen>
  );
}
