import './catalogue.ts';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle, IconCloudOff, IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { needsDecision } from '#shared/ipc/sync-state.ts';
import { desktop } from '../../platform/platform.ts';
import { toggleDock, useDock, WIDE } from './dock-store.ts';
import { statusKey, useSync, watchSync } from './store.ts';
import styles from './sync.module.css';
import { useSyncChannels } from './use-channels.ts';

/**
 * The sync status in the top bar; it opens the panel. In a browser it renders nothing and only listens for messages of
 * desktops.
 */
export function Indicator() {
  const { t } = useTranslation('sync');
  const state = useSync();
  const { pathname } = useLocation();
  const wide = useMediaQuery(WIDE);
  const docked = useDock((dock) => dock.open);
  useSyncChannels();
  useEffect(watchSync, []);
  if (!desktop || state.status === 'off') return null;
  const attention = state.blocked.filter(needsDecision).length + (state.question ? 1 : 0);
  const status = t(statusKey(state), state);
  const label = [t('indicator', { status }), attention > 0 && t('waiting', { count: attention })];
  const shared = { className: styles.indicator, 'aria-label': label.filter(Boolean).join(', ') };
  const inside = (
    <>
      <Sign />
      <span className={styles.word}>{status}</span>
      {attention > 0 && <span className={styles.count}>{attention}</span>}
    </>
  );
  if (!wide || pathname === '/sync') {
    return (
      <Link to="/sync" {...shared}>
        {inside}
      </Link>
    );
  }
  return (
    <button type="button" {...shared} aria-expanded={docked} aria-controls="sync-dock" onClick={toggleDock}>
      {inside}
    </button>
  );
}

function Sign() {
  const { status } = useSync();
  switch (status) {
    case 'syncing':
    case 'starting':
      return <IconRefresh size={16} aria-hidden="true" className={styles.turning} />;
    case 'paused':
      return <IconPlayerPause size={16} aria-hidden="true" />;
    case 'offline':
      return <IconCloudOff size={16} aria-hidden="true" />;
    case 'problem':
      return <IconAlertTriangle size={16} aria-hidden="true" className={styles.problem} />;
    default:
      return <i className={styles.dot} aria-hidden="true" />;
  }
}
