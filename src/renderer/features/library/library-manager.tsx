import { Button } from '@mantine/core';
import { IconArchive, IconBooksOff, IconFiles, IconFolderPlus, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { Folder } from '#shared/documents/folders.schemas.ts';
import { placeOf } from '../../components/documents/place.ts';
import { Select } from '../../components/inputs/select.tsx';
import { EmptyState, ErrorState } from '../../components/page/screen-states.tsx';
import { useWritePause } from '../../components/write.tsx';
import { useShell } from '../../hooks/shell-actions.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { formatTotal } from '../../i18n/format-total.ts';
import { useCarrying } from './carry/carrying.ts';
import { useOwnDrops } from './carry/use-own-drops.ts';
import { WaitingBar } from './carry/waiting-bar.tsx';
import { AsOfNote } from './compliance/as-of-note.tsx';
import { FolderCompliance } from './compliance/folder-compliance.tsx';
import { asOfIn, standingOf, standingsOf } from './compliance/standings.ts';
import { type Filters, withFilter } from './filters.ts';
import { FolderCard } from './folders/folder-card.tsx';
import { type FolderAction, FolderDialog } from './folders/folder-dialog.tsx';
import { FolderMenu } from './folders/folder-menu.tsx';
import { FolderTree } from './folders/folder-tree.tsx';
import { recordsInside } from './folders/folders-inside.ts';
import styles from './library.module.css';
import { ListTools } from './list/list-tools.tsx';
import { RecordList } from './list/record-list.tsx';
import { useRecords } from './list/use-records.ts';
import { ManagerSkeleton } from './manager-skeleton.tsx';
import { useCompliance, useFolders, useLibraries } from './queries.ts';
import { useDownload } from './use-download.ts';

const NONE: readonly Folder[] = [];
const SORTS = ['title', '-title', '-date', 'date', '-updatedAt'] as const;

/** One library: its folder tree, and the open folder with its subfolders and documents. */
export function LibraryManager({ group, filters }: { group: string; filters: Filters }) {
  const { t } = useTranslation('library');
  const libraries = useLibraries();
  const folders = useFolders(group);
  const [params, setParams] = useSearchParams();
  const [action, setAction] = useState<FolderAction>();
  const { openUpload, openCollaborative, openRules } = useShell();
  const { download } = useDownload();
  const library = libraries.data?.find((each) => each._id === group);
  const folder = folders.data?.find((each) => each._id === filters.folder);
  const records = useRecords({ sort: 'title', ...filters, folder: folder?._id ?? 'root' }, folders.isSuccess);
  const pause = useWritePause();
  const offline = pause.disabled === true;
  const writes = library?.roles?.includes('upload') ?? false;
  const asOf = asOfIn(params);
  const compliance = useCompliance(group, asOf);
  const standings = standingsOf(compliance.data);
  const carrying = useCarrying(group, folders.data ?? NONE, writes && !offline);
  const dropping = useOwnDrops(carrying.upload && ((files) => carrying.upload?.(files, folder?._id ?? null)));
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
  const children = folders.data.filter((each) => each.parent === (folder?._id ?? null));
  const upload = writes && openUpload ? () => openUpload({ group, folder: folder?._id ?? null }) : undefined;
  const write =
    writes && openCollaborative ? () => openCollaborative({ group, folder: folder?._id ?? null }) : undefined;
  const count = records.total;
  const inside = recordsInside(folders.data);
  const standing = folder ? standingOf(standings, folder._id) : compliance.data;
  const name = folder?.name ?? library.name;
  // Without an open folder, the root, whose id is the library's.
  const place = folder?._id ?? group;
  const rules = () => openRules({ group, folder: place, name });
  const lookAt = (day: string): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (day) next.set('asOf', day);
        else next.delete('asOf');
        return next;
      },
      { replace: true },
    );

  return (
    <div className={styles.manager}>
      <FolderTree
        library={library}
        folders={folders.data}
        current={folder?._id}
        standings={standings}
        carrying={carrying}
      />
      <div className={styles.folder}>
        {dropping && (
          <p className={styles.dropNote} role="status">
            {t('manager.dropHere', { place: placeOf(library, folder) })}
          </p>
        )}
        <nav className={styles.crumb} aria-label={t('manager.breadcrumb')}>
          <Link to="/records/search">{t('index.libraries')}</Link>
          {folder && <Crumb to={`/records/search?group=${group}`}>{library.name}</Crumb>}
          {above(folders.data, folder).map((each) => (
            <Crumb key={each._id} to={`/records/search?group=${group}&folder=${each._id}`}>
              {each.name}
            </Crumb>
          ))}
        </nav>
        <header className={styles.folderHead}>
          <h1 tabIndex={-1}>{name}</h1>
          {library.archivedAt && (
            <span className={styles.archived} title={t('manager.archivedBody')}>
              <IconArchive size={14} aria-hidden="true" />
              {t('manager.archived')}
            </span>
          )}
          {standing && (
            <FolderCompliance
              key={place}
              place={place}
              name={name}
              group={group}
              standing={standing}
              asOf={asOf}
              onAsOf={lookAt}
              onRules={rules}
            />
          )}
          <span className="grow" />
          <FolderMenu
            name={name}
            group={group}
            folder={writes ? folder : undefined}
            open={folder?._id}
            onWrite={write}
            onDownload={() => download(folder ? { folder: folder._id } : { group })}
            onAction={setAction}
            onRules={rules}
          />
          {writes && (
            <Button
              {...pause}
              leftSection={<IconFolderPlus size={16} aria-hidden="true" />}
              onClick={() => setAction({ kind: 'create', group, parent: folder?._id ?? null })}
            >
              {t('manager.newFolder')}
            </Button>
          )}
          {writes && (upload || offline) && (
            <Button
              variant="filled"
              {...pause}
              leftSection={<IconUpload size={16} aria-hidden="true" />}
              onClick={() => upload?.()}
            >
              {t('manager.uploadHere')}
            </Button>
          )}
        </header>
        {asOf && compliance.data && (
          <AsOfNote asOf={asOf} past={compliance.data.reconstructed} onToday={() => lookAt('')} />
        )}
        <WaitingBar folder={folder} carrying={carrying} />
        {children.length > 0 && (
          <ul className={styles.subs} aria-label={t('manager.subfolders')}>
            {children.map((each) => (
              <li key={each._id}>
                <FolderCard
                  folder={each}
                  records={inside.get(each._id) ?? 0}
                  standing={standingOf(standings, each._id)}
                  carrying={carrying}
                />
              </li>
            ))}
          </ul>
        )}
        {/* Its place is kept, so that the documents come where they are awaited. */}
        {records.isPending && <div className={styles.listHead} />}
        {count && count.count > 0 && (
          <header className={styles.listHead}>
            <p className="secondary" role="status">
              {t('manager.summary', {
                count: count.count,
                shown: formatTotal(count),
              })}
            </p>
            <span className="grow" />
            <ListTools />
            <Select
              className={styles.order}
              aria-label={t('sort.label')}
              allowDeselect={false}
              data={SORTS.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
              value={filters.sort ?? 'title'}
              onChange={(value) =>
                setParams(withFilter(params, 'sort', value ?? undefined), { replace: true })
              }
            />
          </header>
        )}
        <RecordList
          key={folder?._id ?? 'root'}
          records={records}
          draggable
          label={name}
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
      </div>
      <FolderDialog action={action} folders={folders.data} onClose={() => setAction(undefined)} />
    </div>
  );
}

function Crumb({ to, children }: { to: string; children: string }) {
  return (
    <>
      <span aria-hidden="true">›</span>
      <Link to={to}>{children}</Link>
    </>
  );
}

/** The ancestors of a folder, from the root down. */
function above(folders: readonly Folder[], folder: Folder | undefined): Folder[] {
  const path: Folder[] = [];
  const parentOf = (each: Folder | undefined) => folders.find(({ _id }) => _id === each?.parent);
  for (let at = parentOf(folder); at; at = parentOf(at)) path.unshift(at);
  return path;
}
