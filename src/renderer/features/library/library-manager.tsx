import { Button, Select } from '@mantine/core';
import { IconBooksOff, IconFiles, IconFolderPlus, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { Folder } from '#shared/schemas/folder.ts';
import { FolderIcon } from '../../components/folder-icon.tsx';
import { EmptyState, ErrorState } from '../../components/screen-states.tsx';
import { useShell } from '../../hooks/shell-actions.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { formatNumber } from '../../i18n/format.ts';
import { type Filters, withFilter } from './filters.ts';
import { type FolderAction, FolderDialog } from './folder-dialog.tsx';
import { FolderMenu } from './folder-menu.tsx';
import { FolderTree } from './folder-tree.tsx';
import styles from './library.module.css';
import { ManagerSkeleton } from './manager-skeleton.tsx';
import { useFolders, useLibraries, useRecords } from './queries.ts';
import { RecordList } from './record-list.tsx';

const SORTS = ['title', '-title', '-date', 'date', '-updatedAt'] as const;

/** One library, folder by folder: the tree, the folder that is open, its sub-folders and its documents. */
export function LibraryManager({ group, filters }: { group: string; filters: Filters }) {
  const { t } = useTranslation('library');
  const libraries = useLibraries();
  const folders = useFolders(group);
  const [params, setParams] = useSearchParams();
  const [action, setAction] = useState<FolderAction>();
  const { openUpload } = useShell();
  const library = libraries.data?.find((each) => each._id === group);
  const folder = folders.data?.find((each) => each._id === filters.folder);
  const records = useRecords({ sort: 'title', ...filters, folder: folder?._id ?? 'root' }, folders.isSuccess);
  useTitle(folder?.name ?? library?.name);

  if (libraries.isPending || folders.isPending) return <ManagerSkeleton title={library?.name} />;
  if (folders.isError || libraries.isError) {
    const failed = folders.isError ? folders : libraries;
    return <ErrorState page title={t('failed')} error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (!library || (filters.folder && filters.folder !== 'root' && !folder)) {
    return (
      <EmptyState
        page
        icon={IconBooksOff}
        title={t('manager.missing')}
        action={
          <Button component={Link} to="/records/search">
            {t('manager.all')}
          </Button>
        }
      >
        {t('manager.missingBody')}
      </EmptyState>
    );
  }
  const writes = library.roles?.includes('upload') ?? false;
  const children = folders.data.filter((each) => each.parent === (folder?._id ?? null));
  const upload = writes && openUpload ? () => openUpload({ group, folder: folder?._id ?? null }) : undefined;
  const count = records.total;

  return (
    <div className={styles.manager}>
      <FolderTree library={library} folders={folders.data} current={folder?._id} />
      <div className={styles.folder}>
        <nav className={styles.crumb} aria-label={t('manager.breadcrumb')}>
          <Link to="/records/search">{t('index.libraries')}</Link>
          {ancestors(folders.data, folder).map((each) => (
            <span key={each._id}>
              <span aria-hidden="true">› </span>
              <Link to={`/records/search?group=${group}&folder=${each._id}`}>{each.name}</Link>
            </span>
          ))}
        </nav>
        <header className={styles.folderHead}>
          <h1 tabIndex={-1}>{folder?.name ?? library.name}</h1>
          <span className="grow" />
          <Select
            className={styles.order}
            aria-label={t('sort.label')}
            allowDeselect={false}
            data={SORTS.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
            value={filters.sort ?? 'title'}
            onChange={(value) => setParams(withFilter(params, 'sort', value ?? undefined), { replace: true })}
          />
          {writes && folder && <FolderMenu folder={folder} onAction={setAction} />}
          {writes && (
            <Button
              leftSection={<IconFolderPlus size={16} aria-hidden="true" />}
              onClick={() => setAction({ kind: 'create', group, parent: folder?._id ?? null })}
            >
              {t('manager.newFolder')}
            </Button>
          )}
          {upload && (
            <Button
              variant="filled"
              leftSection={<IconUpload size={16} aria-hidden="true" />}
              onClick={upload}
            >
              {t('manager.uploadHere')}
            </Button>
          )}
        </header>
        {children.length > 0 && (
          <ul className={styles.subs} aria-label={t('manager.subfolders')}>
            {children.map((each) => (
              <li key={each._id}>
                <Link to={`/records/search?group=${group}&folder=${each._id}`}>
                  <FolderIcon />
                  <span className="grow">
                    <b className="ellipsis">{each.name}</b>
                    <small>
                      {t('index.count', { count: each.records, shown: formatNumber(each.records) })}
                    </small>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        <RecordList
          key={folder?._id ?? 'root'}
          records={records}
          label={folder?.name ?? library.name}
          empty={
            <EmptyState
              icon={IconFiles}
              title={children.length > 0 ? t('manager.onlyFolders') : t('manager.empty')}
              action={upload && <Button onClick={upload}>{t('manager.uploadHere')}</Button>}
            >
              {upload ? t('manager.emptyBody') : undefined}
            </EmptyState>
          }
        />
        {count && count.count > 0 && (
          <p className={`meta ${styles.end}`}>
            {t('manager.summary', {
              count: count.count,
              shown: count.more ? `${formatNumber(count.count)}+` : formatNumber(count.count),
            })}
          </p>
        )}
      </div>
      <FolderDialog action={action} folders={folders.data} onClose={() => setAction(undefined)} />
    </div>
  );
}

/** The folders above one, from the root down, and the folder itself. */
function ancestors(folders: readonly Folder[], folder: Folder | undefined): Folder[] {
  const path: Folder[] = [];
  for (let at = folder; at; at = folders.find((each) => each._id === at?.parent)) path.unshift(at);
  return path;
}
