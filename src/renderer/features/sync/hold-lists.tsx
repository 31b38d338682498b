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
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type HoldAction, needsDecision, type SyncHold } from '#shared/ipc/sync-state.ts';
import { ask } from './commands.ts';
import { ConflictCard } from './conflict-card.tsx';
import styles from './panel.module.css';
import { placeOf } from './places.ts';

/** Files that are not in step: those that need a decision, then those that only have to wait. */
export function HoldLists({ holds }: { holds: readonly SyncHold[] }) {
  const { t } = useTranslation('sync');
  const toDecide = holds.filter(needsDecision);
  const waiting = holds.filter((hold) => !needsDecision(hold));
  return (
    <>
      <HoldSection title={t('decide')} holds={toDecide}>
        <ul className={styles.cards}>
          {toDecide.map((hold) => (
            <li key={hold._id} className={styles.card}>
              {hold.reason === 'conflict' ? <ConflictCard hold={hold} /> : <HoldCard hold={hold} />}
            </li>
          ))}
        </ul>
      </HoldSection>
      <HoldSection title={t('wait')} holds={waiting}>
        <ul className={styles.list}>
          {waiting.map((hold) => (
            <WaitingRow key={hold._id} hold={hold} />
          ))}
        </ul>
      </HoldSection>
    </>
  );
}

function HoldSection({
  title,
  holds,
  children,
}: {
  title: string;
  holds: readonly SyncHold[];
  children: ReactNode;
}) {
  if (holds.length === 0) return null;
  return (
    <section className={styles.section} aria-label={title}>
      <h2>
        {title} <span className={styles.number}>{holds.length}</span>
      </h2>
      {children}
    </section>
  );
}

const ICONS: Partial<Record<SyncHold['reason'], TablerIcon>> = {
  'new-file': IconFilePlus,
  copy: IconCopy,
  locked: IconPencil,
  'not-synced': IconCloudOff,
  failed: IconAlertTriangle,
  'no-space': IconAlertTriangle,
};

const decide = (hold: SyncHold, action: HoldAction): void =>
  void ask((sync) => sync.resolveHold({ hold: hold._id, action }));

function Name({ hold }: { hold: SyncHold }) {
  const { name } = placeOf(hold.path);
  return (
    <p className={styles.name}>
      {hold.recordId ? <Link to={`/records/view/${hold.recordId}`}>{name}</Link> : name}
    </p>
  );
}

function HoldCard({ hold }: { hold: SyncHold }) {
  const { t } = useTranslation('sync');
  const { folder } = placeOf(hold.path);
  const Icon = ICONS[hold.reason] ?? IconLock;
  return (
    <article className={styles.hold}>
      <span className={`${styles.sign} ${styles.warn}`}>
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className="grow">
        <Name hold={hold} />
        <p className={styles.reason}>{t(`reasons.${hold.reason}`)}</p>
        {folder && <p className={`meta ${styles.folder}`}>{folder}</p>}
        <div className={styles.buttons}>
          {hold.actions.map((action) => (
            <Button
              key={action}
              size="xs"
              variant={action === 'show' ? 'subtle' : 'default'}
              color="gray"
              onClick={() => decide(hold, action)}
            >
              {t(`actions.${action}`)}
            </Button>
          ))}
        </div>
      </div>
    </article>
  );
}

/** What settles by itself, or is as its person wanted it: one line, and what can be done about it at its end. */
function WaitingRow({ hold }: { hold: SyncHold }) {
  const { t } = useTranslation('sync');
  const { name } = placeOf(hold.path);
  const Icon = ICONS[hold.reason] ?? IconFile;
  return (
    <li>
      <span className={styles.sign}>
        <Icon size={17} aria-hidden="true" />
      </span>
      <div className="grow">
        <Name hold={hold} />
        <p className="meta">{t(`reasons.${hold.reason}`)}</p>
      </div>
      {hold.actions.map((action) =>
        action === 'show' ? (
          <Tooltip key={action} label={t('actions.show')}>
            <ActionIcon aria-label={t('showOne', { name })} onClick={() => decide(hold, action)}>
              <IconFolderOpen size={17} />
            </ActionIcon>
          </Tooltip>
        ) : (
          <Button key={action} size="xs" onClick={() => decide(hold, action)}>
            {t(`actions.${action}`)}
          </Button>
        ),
      )}
    </li>
  );
}
