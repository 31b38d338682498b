import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Record } from '#shared/documents/records.schemas.ts';
import { placeHref } from '#shared/platform/hrefs.ts';
import type { Watcher } from '#shared/realtime/frames.ts';
import { StatePill } from '../../components/documents/state-pill.tsx';
import { RecordActions } from './actions/record-actions.tsx';
import { startDownload } from './actions/start-download.ts';
import type { NewVersion } from './actions/use-new-version.ts';
import { OtherWatchers } from './other-watchers.tsx';
import styles from './record-header.module.css';

/** The document's place, name, state and actions. */
export function RecordHeader({
  record,
  reviewing,
  newVersion,
  onReview,
  onView,
  others,
  gone,
}: {
  record: Record;
  reviewing: boolean;
  newVersion: NewVersion;
  onReview: () => void;
  onView: () => void;
  /** The other people who have it open. */
  others: readonly Watcher[];
  /** Whether it was deleted, so that it has no actions. */
  gone: boolean;
}) {
  const { t } = useTranslation('records');
  return (
    <header className={styles.head}>
      <div className={styles.what}>
        <nav className={styles.crumb} aria-label={t('breadcrumb')}>
          <Link to={placeHref(record.group._id)}>{record.group.name}</Link>
          {record.folder && (
            <>
              <span aria-hidden="true">›</span>
              <Link to={placeHref(record.group._id, record.folder._id)}>{record.folder.path}</Link>
            </>
          )}
        </nav>
        <div className={styles.title}>
          <h1 tabIndex={-1}>{record.title}</h1>
          <span className={styles.meta}>
            <StatePill state={record.state} />
            {record.code && <span className="meta">{record.code}</span>}
            {record.currentVersion && (
              <span className="meta">{t('version', { number: record.currentVersion.number })}</span>
            )}
          </span>
        </div>
      </div>
      {!gone && (
        <div className={styles.do} data-tour="actions">
          <OtherWatchers people={others} />
          {record.currentVersion && (
            <Tooltip label={t('actions.download')}>
              <ActionIcon
                variant="subtle"
                aria-label={t('actions.download')}
                onClick={() => record.currentVersion && startDownload(record.currentVersion._id)}
              >
                <IconDownload size={18} />
              </ActionIcon>
            </Tooltip>
          )}
          <RecordActions
            record={record}
            reviewing={reviewing}
            newVersion={newVersion}
            onReview={onReview}
            onView={onView}
          />
        </div>
      )}
    </header>
  );
}
