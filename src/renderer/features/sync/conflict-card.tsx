import { Button } from '@mantine/core';
import { IconArrowsDiff, IconVersions } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Version } from '#shared/documents/versions.schemas.ts';
import type { SyncBlockedItem } from '#shared/ipc/sync-state.ts';
import { useEndpoint } from '../../api/client.ts';
import { useUser } from '../../api/session-store.ts';
import { FileIcon } from '../../components/documents/file-icon.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { PersonAvatar } from '../../components/people/person-avatar.tsx';
import { When } from '../../components/when.tsx';
import { formatSize, fullName } from '../../i18n/format.ts';
import { runSyncCommand } from './commands.ts';
import styles from './conflict-card.module.css';
import { placeOf } from './places.ts';

/** Two edits of one base version side by side, and the choice which becomes current. */
export function ConflictCard({ item }: { item: SyncBlockedItem }) {
  const { t } = useTranslation('sync');
  const params = { id: item.recordId ?? '' };
  const record = useEndpoint('recordById', { params });
  const versions = useEndpoint('versionsByRecord', { params });
  const { name } = placeOf(item.path);
  const mine = versions.data?.find(({ _id }) => _id === item.versionId);
  const current = versions.data?.find((version) => version.current);
  const base = versions.data?.find(({ _id }) => _id === mine?.base);
  return (
    <article className={styles.conflict}>
      <header className={styles.head}>
        <FileIcon name={name} size={22} />
        <div className="grow">
          <p className={styles.name}>{record.data?.title ?? name}</p>
          <p className="meta">
            {base?.number ? t('conflict.base', { number: base.number }) : t('reasons.conflict')}
          </p>
        </div>
      </header>
      {versions.isError ? (
        <div className={styles.failed}>
          <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
        </div>
      ) : mine && current ? (
        <Sides item={item} mine={mine} current={current} />
      ) : (
        <div className={styles.failed}>
          <LoadingRows rows={2} height={64} />
        </div>
      )}
      <footer className={styles.foot}>
        <Link className={`link ${styles.more}`} to={`/records/view/${params.id}?panel=versions`}>
          <IconVersions size={16} aria-hidden="true" />
          {t('conflict.history')}
        </Link>
        {mine && current && (
          <Link
            className={`link ${styles.more}`}
            to={`/records/view/${params.id}?panel=versions&compare=${current._id}..${mine._id}`}
          >
            <IconArrowsDiff size={16} aria-hidden="true" />
            {t('conflict.compare')}
          </Link>
        )}
        <span className="meta">{t('conflict.nothingLost')}</span>
      </footer>
    </article>
  );
}

function Sides({ item, mine, current }: { item: SyncBlockedItem; mine: Version; current: Version }) {
  const { t } = useTranslation('sync');
  const [running, setRunning] = useState<'use' | 'keep'>();
  const decide = (action: 'use' | 'keep'): void => {
    setRunning(action);
    runSyncCommand((sync) => sync.resolveBlocked({ item: item._id, action })).finally(() =>
      setRunning(undefined),
    );
  };
  return (
    <div className={styles.sides}>
      <Side
        tab={t('conflict.here')}
        version={mine}
        text={t('conflict.mine', { number: mine.number })}
        action={
          <Button
            fullWidth
            loading={running === 'use'}
            disabled={running === 'keep'}
            onClick={() => decide('use')}
          >
            {t('actions.use')}
          </Button>
        }
      />
      <Side
        current
        tab={t('conflict.there')}
        version={current}
        text={t('conflict.current', { number: current.number })}
        action={
          <Button
            fullWidth
            loading={running === 'keep'}
            disabled={running === 'use'}
            onClick={() => decide('keep')}
          >
            {t('actions.keep')}
          </Button>
        }
      />
    </div>
  );
}

function Side({
  tab,
  version,
  text,
  action,
  current = false,
}: {
  tab: string;
  version: Version;
  text: string;
  action: React.ReactNode;
  current?: boolean;
}) {
  const { t } = useTranslation('sync');
  const user = useUser();
  const { createdBy, createdAt, size } = version;
  return (
    <div className={`${styles.side} ${current ? styles.current : ''}`}>
      <p className={styles.tab}>{tab}</p>
      <div className={styles.body}>
        <div className={styles.who}>
          <PersonAvatar person={createdBy} size={30} />
          <div className="grow">
            <p className={styles.person}>
              {createdBy._id === user._id ? t('conflict.you') : fullName(createdBy)}
            </p>
            <p className="meta">
              <When value={createdAt} />
              {size !== null && ` · ${formatSize(size)}`}
            </p>
          </div>
        </div>
        <p className={styles.text}>{text}</p>
      </div>
      {action}
    </div>
  );
}
