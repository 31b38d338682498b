import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCloudOff,
  IconCopy,
  IconFile,
  IconFilePlus,
  IconFolderOpen,
  IconLock,
  IconPencil,
  type TablerIcon,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  type BlockedAction,
  needsDecision,
  type SyncBlockedItem,
  type SyncStatus,
} from '#shared/ipc/sync-state.ts';
import { formatSize } from '../../i18n/format.ts';
import { runSyncCommand } from './commands.ts';
import { ConflictCard } from './conflict-card.tsx';
import styles from './panel.module.css';
import { placeOf } from './places.ts';
import { useSync } from './store.ts';

/** Files that are not in sync: those that need a decision, then those that only wait. */
export function BlockedLists({ blocked }: { blocked: readonly SyncBlockedItem[] }) {
  const { t } = useTranslation('sync');
  const toDecide = blocked.filter(needsDecision);
  const waiting = blocked.filter((item) => !needsDecision(item));
  return (
    <>
      <BlockedSection title={t('decide')} blocked={toDecide}>
        <ul className={styles.cards}>
          {toDecide.map((item) => (
            <li key={item._id} className={styles.card}>
              {item.reason === 'conflict' ? <ConflictCard item={item} /> : <BlockedCard item={item} />}
            </li>
          ))}
        </ul>
      </BlockedSection>
      <BlockedSection title={t('wait')} blocked={waiting}>
        <ul className={styles.list}>
          {waiting.map((item) => (
            <WaitingRow key={item._id} item={item} />
          ))}
        </ul>
      </BlockedSection>
    </>
  );
}

function BlockedSection({
  title,
  blocked,
  children,
}: {
  title: string;
  blocked: readonly SyncBlockedItem[];
  children: ReactNode;
}) {
  if (blocked.length === 0) return null;
  return (
    <section className={styles.section} aria-label={title}>
      <h2>
        {title} <span className={styles.number}>{blocked.length}</span>
      </h2>
      {children}
    </section>
  );
}

const ICONS: Partial<Record<SyncBlockedItem['reason'], TablerIcon>> = {
  'new-file': IconFilePlus,
  'only-here': IconFilePlus,
  copy: IconCopy,
  locked: IconPencil,
  'not-synced': IconCloudOff,
  failed: IconAlertTriangle,
  'unsupported-name': IconAlertTriangle,
  'too-large': IconAlertTriangle,
  'too-deep': IconAlertTriangle,
  'long-name': IconAlertTriangle,
  'disk-name': IconAlertTriangle,
  'disk-file-size': IconAlertTriangle,
  'disk-error': IconAlertTriangle,
  linked: IconAlertTriangle,
  occupied: IconAlertTriangle,
  impossible: IconAlertTriangle,
  'kept-here': IconCloudOff,
  'no-space': IconAlertTriangle,
};

const decide = (item: SyncBlockedItem, action: BlockedAction): void =>
  void runSyncCommand((sync) => sync.resolveBlocked({ item: item._id, action }));

function Name({ item }: { item: SyncBlockedItem }) {
  const { name } = placeOf(item.path);
  return (
    <p className={styles.name}>
      {item.recordId ? <Link to={`/records/view/${item.recordId}`}>{name}</Link> : name}
    </p>
  );
}

/** For a refusal the server's message is the most exact; other reasons have texts of their own. */
function reasonOf(t: TFunction<'sync'>, { reason, message, bytes }: SyncBlockedItem): string {
  if (reason === 'no-space' && bytes) return t('reasons.no-space-for', { size: formatSize(bytes) });
  return reason === 'refused' && message ? message : t(`reasons.${reason}`);
}

function BlockedCard({ item }: { item: SyncBlockedItem }) {
  const { t } = useTranslation('sync');
  const { folder } = placeOf(item.path);
  const Icon = ICONS[item.reason] ?? IconLock;
  return (
    <article className={styles.item}>
      <span className={`${styles.sign} ${styles.warn}`}>
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className="grow">
        <Name item={item} />
        <p className={styles.reason}>{reasonOf(t, item)}</p>
        {item.inside && <p className={styles.reason}>{t('inside', { count: item.inside })}</p>}
        {item.reason === 'disk-error' && item.code && <p className="meta">{t('errorCode', item)}</p>}
        {folder && <p className={`meta ${styles.folder}`}>{folder}</p>}
        <div className={styles.buttons}>
          {item.actions.map((action) => (
            <Button
              key={action}
              size="xs"
              variant={action === 'show' ? 'subtle' : 'default'}
              color="gray"
              onClick={() => decide(item, action)}
            >
              {t(`actions.${action}`)}
            </Button>
          ))}
        </div>
      </div>
    </article>
  );
}

/** While sync is paused, no waiting times are shown, and no buttons that would do nothing. */
const STANDS_STILL = new Set<SyncStatus>(['offline', 'paused']);

/** An item that resolves itself, or is as the person wanted: one line with its action. */
function WaitingRow({ item }: { item: SyncBlockedItem }) {
  const { t } = useTranslation('sync');
  const standsStill = useSync(({ status }) => STANDS_STILL.has(status));
  const isHeld = standsStill && item.actions.includes('send-now');
  const actions = item.actions.filter((action) => !isHeld || action !== 'send-now');
  const hasButton = actions.some((action) => action !== 'show');
  const { name } = placeOf(item.path);
  const Icon = ICONS[item.reason] ?? IconFile;
  return (
    <li className={hasButton ? styles.waiting : undefined}>
      <span className={styles.sign}>
        <Icon size={17} aria-hidden="true" />
      </span>
      <div className="grow">
        <Name item={item} />
        <p className="meta">{isHeld ? t('reasons.held') : reasonOf(t, item)}</p>
      </div>
      {actions.map((action) =>
        action === 'show' ? (
          <Tooltip key={action} label={t('actions.show')}>
            <ActionIcon aria-label={t('showOne', { name })} onClick={() => decide(item, action)}>
              <IconFolderOpen size={17} />
            </ActionIcon>
          </Tooltip>
        ) : (
          <Button key={action} size="xs" onClick={() => decide(item, action)}>
            {t(`actions.${action}`)}
          </Button>
        ),
      )}
    </li>
  );
}
