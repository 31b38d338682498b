import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SyncLibrary, SyncMode } from '#shared/ipc/sync-state.ts';
import { FolderIcon } from '../../components/folder-icon.tsx';
import { ask } from './commands.ts';
import styles from './panel.module.css';

const MODES: readonly SyncMode[] = ['always', 'online-only'];

/** One's libraries, and whether their documents are kept on this computer. */
export function LibraryList({ libraries }: { libraries: readonly SyncLibrary[] }) {
  const { t } = useTranslation('sync');
  if (libraries.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('libraries')}>
      <h2>{t('libraries')}</h2>
      <ul className={styles.list}>
        {libraries.map((library) => (
          <li key={library._id} className={styles.library}>
            <span className={styles.sign}>
              <FolderIcon size={20} />
            </span>
            <div className="grow">
              <p className={styles.name}>{library.name}</p>
              <p className="meta">
                {t('files', { count: library.files })}
                {!library.writable && ` · ${t('readOnly')}`}
              </p>
            </div>
            <Select
              className={styles.mode}
              size="xs"
              aria-label={t('modeOf', { name: library.name })}
              allowDeselect={false}
              data={MODES.map((mode) => ({ value: mode, label: t(`modes.${mode}`) }))}
              value={library.mode}
              onChange={(mode) =>
                mode && ask((sync) => sync.setMode({ library: library._id, mode: mode as SyncMode }))
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
