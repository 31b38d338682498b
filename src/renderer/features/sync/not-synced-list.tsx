import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconFileUnknown,
  IconFolder,
  IconFolderOpen,
  IconFolderQuestion,
  IconLetterCase,
  IconLink,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BlockedAction, SyncNotSynced } from '#shared/ipc/sync-state.ts';
import { runSyncCommand } from './commands.ts';
import styles from './panel.module.css';
import { placeOf } from './places.ts';

const ICONS: Partial<Record<SyncNotSynced['reason'], TablerIcon>> = {
  link: IconLink,
  'broken-name': IconLetterCase,
  'temporary-folder': IconFolder,
  'empty-folder': IconFolder,
  'empty-folder-no-role': IconFolder,
  outside: IconFolderQuestion,
};

const send = (path: string, action: BlockedAction): void =>
  void runSyncCommand((sync) => sync.resolveBlocked({ item: path, action }));

/** Files that stay on this computer only, although the person may expect otherwise. They need no decision. */
export function NotSyncedList({ items, count }: { items: readonly SyncNotSynced[]; count: number }) {
  const { t } = useTranslation('sync');
  if (items.length === 0) return null;
  const title = t('notSynced.title');
  return (
    <section className={styles.section} aria-label={title}>
      <h2>
        {title} <span className={styles.number}>{count}</span>
      </h2>
      <p className={`meta ${styles.intro}`}>{t('notSynced.intro')}</p>
      <ul className={styles.list}>
        {items.map((item, at) => (
          // The index is part of the key: two broken names can look the same.
          <Row
            key={`${item.path}|${items.slice(0, at).filter(({ path }) => path === item.path).length}`}
            item={item}
          />
        ))}
      </ul>
      {count > items.length && (
        <p className={`meta ${styles.all}`}>{t('notSynced.more', { count: count - items.length })}</p>
      )}
    </section>
  );
}

function Row({ item: { path, reason, proposed } }: { item: SyncNotSynced }) {
  const { t } = useTranslation('sync');
  const { name, folder } = placeOf(path);
  const Icon = ICONS[reason] ?? IconFileUnknown;
  return (
    <li>
      <span className={styles.sign}>
        <Icon size={17} aria-hidden="true" />
      </span>
      <div className="grow">
        <p className={styles.name}>{name}</p>
        <p className="meta">{t(`notSynced.reasons.${reason}`)}</p>
        {folder && <p className={`meta ${styles.folder}`}>{folder}</p>}
        {proposed && (
          <div className={styles.buttons}>
            <Button
              size="xs"
              className={styles.rename}
              aria-label={t('notSynced.renameOne', { path: name, name: proposed })}
              onClick={() => send(path, 'rename')}
            >
              {t('notSynced.rename', { name: proposed })}
            </Button>
          </div>
        )}
      </div>
      {reason !== 'broken-name' && (
        <Tooltip label={t('actions.show')}>
          <ActionIcon aria-label={t('notSynced.show', { name })} onClick={() => send(path, 'show')}>
            <IconFolderOpen size={17} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
