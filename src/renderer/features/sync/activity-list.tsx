import { Progress } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowsMove,
  IconCheck,
  IconCloudDown,
  IconCloudOff,
  IconCloudUp,
  IconFolderPlus,
  IconTrash,
  IconVersions,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SyncActivity, SyncTransfer } from '#shared/ipc/sync-state.ts';
import { When } from '../../components/when.tsx';
import { formatSize } from '../../i18n/format.ts';
import styles from './panel.module.css';
import { placeOf } from './places.ts';

/** Number of lines shown before the person asks for all. */
const SHOWN = 8;

const SIGNS: Record<SyncActivity['kind'], { icon: TablerIcon; tone?: string | undefined }> = {
  downloaded: { icon: IconCheck, tone: styles.good },
  uploaded: { icon: IconCheck, tone: styles.good },
  created: { icon: IconCheck, tone: styles.good },
  renamed: { icon: IconArrowsMove },
  'saved-before': { icon: IconArrowsMove, tone: styles.warn },
  removed: { icon: IconTrash },
  'kept-aside': { icon: IconFolderPlus, tone: styles.warn },
  'library-back': { icon: IconArrowsMove, tone: styles.warn },
  retired: { icon: IconFolderPlus, tone: styles.warn },
  stopped: { icon: IconCloudOff },
  conflict: { icon: IconVersions, tone: styles.warn },
  failed: { icon: IconAlertTriangle, tone: styles.bad },
};

/** Running transfers, then past activity, newest first. */
export function ActivityList({
  transfers,
  activity,
}: {
  transfers: readonly SyncTransfer[];
  activity: readonly SyncActivity[];
}) {
  const { t } = useTranslation('sync');
  const [all, setAll] = useState(false);
  const shown = all ? activity : activity.slice(0, SHOWN);
  return (
    <section className={styles.section} aria-label={t('activity')}>
      <h2>{t('activity')}</h2>
      {transfers.length + activity.length === 0 && <p className="meta">{t('nothing')}</p>}
      <ul className={styles.list}>
        {transfers.map((transfer) => (
          <TransferRow key={transfer._id} transfer={transfer} />
        ))}
        {shown.map((each) => (
          <ActivityRow key={each._id} activity={each} />
        ))}
      </ul>
      {shown.length < activity.length && (
        <button type="button" className={`link ${styles.all}`} onClick={() => setAll(true)}>
          {t('allActivity')}
        </button>
      )}
    </section>
  );
}

function TransferRow({ transfer: { direction, name, size, progress } }: { transfer: SyncTransfer }) {
  const { t } = useTranslation('sync');
  const Icon = direction === 'up' ? IconCloudUp : IconCloudDown;
  return (
    <li>
      <span className={`${styles.sign} ${styles.busy}`}>
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className="grow">
        <p className={`ellipsis ${styles.name}`}>{name}</p>
        <Progress className={styles.bar} size={4} value={progress} aria-label={t(`transfers.${direction}`)} />
        <p className="meta">
          {t(`transfers.${direction}`)} · {t('transfers.of', { percent: progress, size: formatSize(size) })}
        </p>
      </div>
    </li>
  );
}

function ActivityRow({ activity: { kind, path, from, recordId, at, count } }: { activity: SyncActivity }) {
  const { t } = useTranslation('sync');
  const { name, folder } = placeOf(path);
  const now = folder ? `${folder} / ${name}` : name;
  const what = from ? t('savedBefore', { from: placeOf(from).name, path: now }) : t(`kinds.${kind}`);
  const { icon: Icon, tone = '' } = SIGNS[kind];
  return (
    <li>
      <span className={`${styles.sign} ${tone}`}>
        <Icon size={17} aria-hidden="true" />
      </span>
      <div className="grow">
        <p className={`ellipsis ${styles.name}`} title={now}>
          {recordId ? <Link to={`/records/view/${recordId}`}>{name}</Link> : name}
        </p>
        <p className="meta">
          {count ? t('stoppedMany', { count }) : what} · <When value={at} />
        </p>
      </div>
    </li>
  );
}
