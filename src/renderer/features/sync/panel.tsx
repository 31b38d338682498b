import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconAntennaBars3,
  IconFolderOpen,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconSettings,
} from '@tabler/icons-react';
import { type ReactNode, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SyncStatus } from '#shared/ipc/sync-state.ts';
import { CERTIFICATE_TROUBLES } from '#shared/platform/certificate-trouble.ts';
import { formatSize } from '../../i18n/format.ts';
import { ActivityList } from './activity-list.tsx';
import { BlockedLists } from './blocked-lists.tsx';
import { runSyncCommand } from './commands.ts';
import { LibraryList } from './library-list.tsx';
import { NotSyncedList } from './not-synced-list.tsx';
import styles from './panel.module.css';
import { Question } from './question.tsx';
import { statusKey, useSync } from './store.ts';

/** In these states the counts are up to date. */
const IN_STEP = new Set<SyncStatus>(['online', 'syncing', 'paused']);

/** The sync panel: what needs a decision first, then activity, then the libraries. */
export function Panel({ heading: Heading, close }: { heading: 'h1' | 'h2'; close?: ReactNode }) {
  const { t } = useTranslation('sync');
  const state = useSync();
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = useCallback(() => title.current?.focus(), []);
  const inStep = IN_STEP.has(state.status) && !state.question;
  const files = state.libraries.reduce((sum, library) => sum + library.files, 0);
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <div className="grow">
          <Heading ref={title} className={styles.title} tabIndex={-1}>
            {t(statusKey(state), state)}
          </Heading>
          <p className={`meta ellipsis ${styles.root}`} title={state.root ?? undefined}>
            {[inStep && t('files', { count: files }), state.root].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className={styles.actions}>
          <Tooltip label={t('showRoot')}>
            <ActionIcon aria-label={t('showRoot')} onClick={() => runSyncCommand((sync) => sync.showRoot())}>
              <IconFolderOpen size={18} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('rescan')}>
            <ActionIcon aria-label={t('rescan')} onClick={() => runSyncCommand((sync) => sync.rescan())}>
              <IconRefresh size={18} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('settings')}>
            <ActionIcon component={Link} to="/sync/computer" aria-label={t('settings')}>
              <IconSettings size={18} />
            </ActionIcon>
          </Tooltip>
          <PauseButton />
        </div>
        {close}
      </header>
      <Waiting />
      <Trouble />
      <LowSpace />
      <Question moveFocus={focusTitle} />
      <BlockedLists blocked={state.blocked} />
      <NotSyncedList items={state.notSynced} count={state.notSyncedCount} />
      <ActivityList transfers={state.transfers} activity={state.activity} />
      <LibraryList libraries={state.libraries} disk={state.disk} />
    </div>
  );
}

function PauseButton() {
  const { t } = useTranslation('sync');
  const paused = useSync((state) => state.status === 'paused');
  const metered = useSync((state) => state.pausedBy === 'metered');
  const Icon = paused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Button
      leftSection={<Icon size={15} aria-hidden="true" />}
      onClick={() => runSyncCommand((sync) => (paused ? sync.resume() : sync.pause()))}
    >
      {t(metered ? 'resumeMetered' : paused ? 'resume' : 'pause')}
    </Button>
  );
}

/** Why sync waits where nobody paused it. */
function Waiting() {
  const { t } = useTranslation('sync');
  const metered = useSync((state) => state.pausedBy === 'metered');
  if (!metered) return null;
  return (
    <section className={styles.note} role="status">
      <IconAntennaBars3 size={18} aria-hidden="true" />
      <p className="grow">{t('meteredHint')}</p>
    </section>
  );
}

/** Below this many bytes, or this share of the disk, a warning is shown, before the disk is full. */
const LOW_BYTES = 1e9;
const LOW_SHARE = 0.02;

function LowSpace() {
  const { t } = useTranslation('sync');
  const disk = useSync((state) => state.disk);
  if (!disk || disk.free > Math.max(LOW_BYTES, Math.min(disk.total * LOW_SHARE, 5 * LOW_BYTES))) return null;
  return (
    <section className={styles.question} role="alert">
      <h2>{t('low.title', { size: formatSize(disk.free) })}</h2>
      <p>{t('low.body')}</p>
    </section>
  );
}

/** Engine codes with a sentence of their own; for any other the person can only retry. */
const TROUBLES = new Set<string>([
  'full',
  'denied',
  'busy',
  'away',
  'limit',
  'revoked',
  'journal_busy',
  'root_busy',
  'root_nested',
  'root_shared',
  'engine_stopped',
  'no_sqlite',
  'strange_answer',
  'proxy_password',
  ...CERTIFICATE_TROUBLES,
]);

/** Why the engine cannot continue, and what the person can do. */
function Trouble() {
  const { t } = useTranslation('sync');
  const problem = useSync((state) => state.problem);
  if (!problem) return null;
  return (
    <section className={styles.trouble} role="alert">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <p className="grow">{t(`problems.${TROUBLES.has(problem.code) ? problem.code : 'other'}`)}</p>
      {problem.code !== 'revoked' && (
        <Button size="xs" onClick={() => runSyncCommand((sync) => sync.rescan())}>
          {t('answers.retry')}
        </Button>
      )}
    </section>
  );
}
