import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Record } from '#shared/documents/records.schemas.ts';
import type { Watcher } from '#shared/realtime/frames.ts';
import { StatePill } from '../../components/documents/state-pill.tsx';
import { useWritePause } from '../../components/write.tsx';
import { ActionsMenu } from './actions/actions-menu.tsx';
import { startDownload } from './actions/start-download.ts';
import { OtherWatchers } from './other-watchers.tsx';
import styles from './record-header.module.css';

/** Whether the review form has anything to offer: a next state, or a new version. */
export const isReviewable = ({ currentVersion, may }: Record): boolean =>
  currentVersion !== null && (may.states.length > 0 || may.addVersion);

/** The document's place, name, state and actions. */
export function RecordHeader({
  record,
  reviewing,
  onReview,
  onView,
  others,
  gone,
}: {
  record: Record;
  reviewing: boolean;
  onReview: () => void;
  onView: () => void;
  /** The other people who have it open. */
  others: readonly Watcher[];
  /** Whether it was deleted, so that it has no actions. */
  gone: boolean;
}) {
  const { t } = useTranslation('records');
  const pause = useWritePause();
  return (
    <header className={styles.head}>
      <div className={styles.what}>
        <nav className={styles.crumb} aria-label={t('breadcrumb')}>
          <Link to={`/records/search?group=${record.group._id}`}>{record.group.name}</Link>
          {record.folder && (
            <>
              <span aria-hidden="true">›</span>
              <Link to={`/records/search?group=${record.group._id}&folder=${record.folder._id}`}>
                {record.folder.path}
              </Link>
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
          <ActionsMenu record={record} />
          {reviewing ? (
            <Button leftSection={<IconEye size={16} aria-hidden="true" />} onClick={onView}>
              {t('actions.view')}
            </Button>
          ) : (
            isReviewable(record) && (
              <Button
                variant="filled"
                {...pause}
                leftSection={<IconCircleCheck size={16} aria-hidden="true" />}
                onClick={onReview}
              >
                {t('actions.review')}
              </Button>
            )
          )}
        </div>
      )}
    </header>
  );
}
