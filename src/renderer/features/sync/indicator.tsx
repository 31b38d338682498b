import { IconAlertTriangle, IconCloudOff, IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { desktop } from '../../platform/platform.ts';
import { useSync, watchSync } from './store.ts';
import styles from './sync.module.css';
import { useSyncChannels } from './use-channels.ts';

/** The state of this desktop's folders in the top bar; it opens the panel. In a browser it only listens. */
export function Indicator() {
  const { t } = useTranslation('sync');
  const state = useSync();
  useSyncChannels();
  useEffect(watchSync, []);
  if (!desktop || state.status === 'off') return null;
  const attention = state.holds.length + (state.question ? 1 : 0);
  return (
    <Link
      to="/sync"
      className={styles.indicator}
      aria-label={t('indicator', { status: t(`status.${state.status}`, state) })}
    >
      <Sign />
      <span className={styles.word}>{t(`status.${state.status}`, state)}</span>
      {attention > 0 && <span className={styles.count}>{attention}</span>}
    </Link>
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
