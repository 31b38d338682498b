import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#shared/overview/overview.schemas.ts';
import { folderReasonsHref } from '#shared/platform/hrefs.ts';
import { LIBRARY_COUNT_MAX } from '#shared/platform/limits.ts';
import { FolderIcon } from '../../components/compliance/folder-icon.tsx';
import { ListWidget } from '../../components/lists/list-widget.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import {
  formatAhead,
  formatCount,
  formatDateTime,
  monthOf,
  shownReminder,
  toDate,
} from '../../i18n/format.ts';
import styles from './aside.module.css';
import { useLibraries, useReminders } from './queries.ts';
import { Block } from './record-lists.tsx';

/** Reminders that are due, each with the day it was set for. */
export function Reminders() {
  const { t } = useTranslation('dashboard');
  const reminders = useReminders();
  const list = reminders.data ?? [];
  if (list.length === 0) return null;
  return (
    <Block title={t('reminders')} count={list.length} to="/notifications?type=RECORD.REMINDER">
      <ListWidget
        items={list.slice(0, 4)}
        prefix="/records/view/"
        keys={['refId']}
        itemKey={(each) => each._id}
        label={t('reminders')}
      >
        {(each) => (
          <span className={styles.reminder}>
            <span className={styles.day} title={formatDateTime(each.notifyAt)}>
              <b>{toDate(each.notifyAt).getDate()}</b>
              {monthOf(each.notifyAt)}
            </span>
            <span className="grow">
              <span className={styles.name}>{shownReminder(each.comment || each.ref.title)}</span>
              <span className="meta">{formatAhead(each.notifyAt)}</span>
            </span>
          </span>
        )}
      </ListWidget>
    </Block>
  );
}

/**
 * Folders that do not comply, in the person's libraries, and that others put right. The count tells how many more there are.
 * @param own whether there are folders of their own among their tasks
 */
export function RedFolders({ red, own }: { red: Dashboard['othersRed'] | undefined; own: boolean }) {
  const { t } = useTranslation('dashboard');
  if (!red || red.count === 0) return null;
  const title = t(own ? 'othersRed' : 'red');
  return (
    <Block title={title} count={red.count} to="/records/search?view=open">
      <ul className={styles.red} aria-label={title}>
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
export function Libraries() {
  const { t } = useTranslation('dashboard');
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
