import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SyncLibrary, SyncMode, SyncState } from '#shared/ipc/sync-state.ts';
import { FolderIcon } from '../../components/compliance/folder-icon.tsx';
import { Select } from '../../components/inputs/select.tsx';
import { formatSize } from '../../i18n/format.ts';
import { runSyncCommand } from './commands.ts';
import styles from './panel.module.css';

const MODES: readonly SyncMode[] = ['always', 'online-only'];

/** The person's libraries and their folders, and whether their documents are kept on this computer. */
export function LibraryList({
  libraries,
  disk,
}: {
  libraries: readonly SyncLibrary[];
  disk: SyncState['disk'];
}) {
  const { t } = useTranslation('sync');
  if (libraries.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('libraries')}>
      <div className={styles.heading}>
        <h2>{t('libraries')}</h2>
        {disk && <p className="meta">{t('free', { size: formatSize(disk.free) })}</p>}
      </div>
      <ul className={styles.list}>
        {libraries.map((library) => (
          <LibraryRow key={library._id} library={library} />
        ))}
      </ul>
    </section>
  );
}

function LibraryRow({ library }: { library: SyncLibrary }) {
  const { t } = useTranslation('sync');
  const [open, setOpen] = useState(false);
  const id = useId();
  const { name, files, writable, archived, folders } = library;
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <li className={styles.library}>
      <span className={styles.sign}>
        <FolderIcon size={20} />
      </span>
      <div className="grow">
        <p className={styles.name}>{name}</p>
        <p className="meta">
          {t('files', { count: files })}
          {!writable && ` · ${t(archived ? 'archived' : 'readOnly')}`}
        </p>
        {folders.length > 0 && (
          <button
            type="button"
            className={`link ${styles.expand}`}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            <Chevron size={14} aria-hidden="true" />
            {t('folders', { count: folders.length })}
          </button>
        )}
      </div>
      <Mode
        name={name}
        value={library.mode}
        set={(mode) => runSyncCommand((sync) => sync.setMode({ library: library._id, mode }))}
      />
      {open && (
        <ul id={id} className={styles.folders} aria-label={t('foldersOf', { name })}>
          {folders.map((folder) => (
            <li key={folder._id}>
              <span className={`grow ${styles.name}`}>{folder.path.replaceAll('/', ' / ')}</span>
              <Mode
                name={folder.path}
                value={folder.mode}
                set={(mode) =>
                  runSyncCommand((sync) => sync.setMode({ library: library._id, folder: folder._id, mode }))
                }
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Switches between always on this computer and online only. */
function Mode({ name, value, set }: { name: string; value: SyncMode; set: (mode: SyncMode) => void }) {
  const { t } = useTranslation('sync');
  return (
    <Select
      className={styles.mode}
      size="xs"
      aria-label={t('modeOf', { name })}
      allowDeselect={false}
      data={MODES.map((mode) => ({ value: mode, label: t(`modes.${mode}`) }))}
      value={value}
      onChange={(mode) => mode && set(mode as SyncMode)}
    />
  );
}
