import './catalogue.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#shared/overview/overview.schemas.ts';
import type { TasksPage } from '#shared/overview/tasks.schemas.ts';
import { folderReasonsHref } from '#shared/platform/hrefs.ts';
import { LIBRARY_COUNT_MAX } from '#shared/platform/limits.ts';
import { FolderIcon } from '../../../components/compliance/folder-icon.tsx';
import { ListWidget } from '../../../components/lists/list-widget.tsx';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { useShell } from '../../../hooks/shell-actions.ts';
import { formatCount } from '../../../i18n/format.ts';
import { useLibraries } from '../queries.ts';
import { Block } from '../record-lists.tsx';
import styles from './aside.module.css';
import { OverdueOfOthers } from './overdue-of-others.tsx';
import { Reminders } from './reminders.tsx';

/**
 * Folders that do not comply, in the person's libraries, and that others put right. The count tells how many more there are.
 * @param own whether there are folders of their own among their tasks
 */
function RedFolders({ red, own }: { red: Dashboard['othersRed'] | undefined; own: boolean }) {
  const { t } = useTranslation('dashboard-aside');
  if (!red || red.count === 0) return null;
  const title = t(own ? 'othersRed' : 'red');
  return (
    <Block title={title} count={red.count} to="/records/search?view=open">
      <ul className={styles.list} aria-label={title}>
        {red.items.map(({ folder, path, group, blocking }) => (
          <li key={folder._id}>
            <Link to={folderReasonsHref(group._id, folder._id)}>
              <FolderIcon compliance="fail" />
              <span className="grow">
                <span className={styles.name}>{folder.name}</span>
                <span className="meta">{[group.name, ...path.split(' / ').slice(0, -1)].join(' / ')}</span>
              </span>
              <span className={styles.failing}>{t('failing', { count: blocking })}</span>
            </Link>
          </li>
        ))}
      </ul>
      {red.count > red.items.length && (
        <p className="meta">{t('redMore', { count: red.count - red.items.length })}</p>
      )}
    </Block>
  );
}

/** The person's libraries, each with the number of documents that they see in it. */
function Libraries() {
  const { t } = useTranslation('dashboard-aside');
  const libraries = useLibraries();
  if (libraries.isError) {
    return (
      <Block title={t('libraries')}>
        <ErrorState
          title={t('librariesFailed')}
          error={libraries.error}
          onRetry={() => void libraries.refetch()}
        />
      </Block>
    );
  }
  if (libraries.isPending) {
    return (
      <Block title={t('libraries')}>
        <LoadingRows rows={3} height={36} />
      </Block>
    );
  }
  if (libraries.data.length === 0) return null;
  return (
    <Block title={t('libraries')} count={libraries.data.length}>
      <ListWidget
        items={libraries.data}
        prefix="/records/search?group="
        keys={['_id']}
        itemKey={(library) => library._id}
        label={t('libraries')}
        dense
      >
        {(library) => (
          <>
            <span className={styles.spine} aria-hidden="true" />
            <span className="grow ellipsis" title={library.name}>
              {library.name}
            </span>
            <span className="meta">
              {t('documents', {
                count: library.records,
                number: formatCount(library.records, LIBRARY_COUNT_MAX),
              })}
            </span>
          </>
        )}
      </ListWidget>
    </Block>
  );
}

/** What stands beside the tasks: what comes, what others have to do, and where documents lie. */
export function Aside({
  figures,
  tasks,
}: {
  figures: Dashboard | undefined;
  /** The first page of the person's own. */
  tasks: TasksPage | undefined;
}) {
  const { SyncSummary } = useShell();
  const isOverdue = tasks?.items.some(({ occurrence }) => occurrence?.status === 'overdue') ?? false;
  return (
    <>
      <Reminders coming={figures?.coming} />
      <OverdueOfOthers overdue={figures?.othersOverdue} own={isOverdue} />
      <RedFolders red={figures?.othersRed} own={(tasks?.counts?.folder ?? 0) > 0} />
      <Libraries />
      {SyncSummary && <SyncSummary />}
    </>
  );
}
