import { ActionIcon } from '@mantine/core';
import {
  IconAlarm,
  IconAlertTriangle,
  IconAt,
  IconCalendarEvent,
  IconClock,
  IconDots,
  IconFilePlus,
  IconFileUpload,
  IconFolder,
  IconMessage,
  IconShare,
  IconX,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isRecordState, STATE } from '#shared/access/states.ts';
import type { Notification } from '#shared/notifications/notifications.schemas.ts';
import { DueDay } from '../../../components/compliance/due-day.tsx';
import { StateGlyph } from '../../../components/documents/state-pill.tsx';
import { Menu } from '../../../components/menu.tsx';
import { PersonAvatar } from '../../../components/people/person-avatar.tsx';
import { When } from '../../../components/when.tsx';
import { WriteIcon, WriteItem } from '../../../components/write.tsx';
import { useDismiss } from '../queries.ts';
import { signature, targetOf, wording } from '../wording.ts';
import styles from './notification-row.module.css';

/** The icon at the end of a row: the resulting state, or the kind of subject. */
export function NoticeSign({ notification }: { notification: Notification }) {
  const { type, state } = notification;
  if (type === 'RECORD.REVIEWED' && isRecordState(state)) return <StateGlyph state={state} titled />;
  if (type === 'RECORD.REVIEW.REQUEST') return <StateGlyph state={STATE.pendingReview} titled />;
  if (type === 'RECORD.PUBLICATION.REQUEST') return <StateGlyph state={STATE.pendingPublication} titled />;
  if (type === 'RECORD.COMMENTED' || type === 'CALENDAR.COMMENT' || type === 'CALENDAR.ANSWER')
    return <IconMessage size={16} className={styles.quiet} aria-hidden="true" />;
  if (type === 'RECORD.MENTIONED' || type === 'CALENDAR.REQUEST')
    return <IconAt size={16} className={styles.quiet} aria-hidden="true" />;
  if (type === 'RECORD.SHARED') return <IconShare size={16} className={styles.quiet} aria-hidden="true" />;
  if (type === 'RECORD.VERSION')
    return <IconFileUpload size={16} className={styles.quiet} aria-hidden="true" />;
  if (type === 'RECORD.MOVED') return <IconFolder size={16} className={styles.quiet} aria-hidden="true" />;
  if (type === 'RECORD.DELETED') return <IconX size={16} className={styles.quiet} aria-hidden="true" />;
  if (type === 'RECORD.REMINDER') return <IconAlarm size={16} className={styles.quiet} aria-hidden="true" />;
  if (type === 'FOLDER.DUE' || type === 'CALENDAR.DUE')
    return <IconClock size={16} className={styles.warning} aria-hidden="true" />;
  if (type === 'FOLDER.FAILED' || type === 'CALENDAR.OVERDUE')
    return <IconX size={16} className={styles.failed} aria-hidden="true" />;
  if (type === 'RECORD.CONFLICT' || type === 'CALENDAR.EVIDENCE') {
    return <IconAlertTriangle size={16} className={styles.warning} aria-hidden="true" />;
  }
  return <IconFilePlus size={16} className={styles.quiet} aria-hidden="true" />;
}

const OPEN = { Record: 'open', Folder: 'openFolder', Occurrence: 'openOccurrence' } as const;
const DISMISS = {
  Record: 'dismissDocument',
  Folder: 'dismissFolder',
  Occurrence: 'dismissOccurrence',
} as const;

/** One notification: a link to its subject, and its actions. */
export function NotificationRow({
  notification,
  compact = false,
  onOpen,
}: {
  notification: Notification;
  /** The dropdown has room for one action only. */
  compact?: boolean;
  onOpen?: () => void;
}) {
  const { t } = useTranslation('notifications');
  const dismiss = useDismiss();
  const { verb, object } = wording(notification);
  const text = `${t(verb)} ${object}`;
  const { refModel } = notification;
  const row = useRef<HTMLLIElement>(null);
  const Place = refModel === 'Occurrence' ? IconCalendarEvent : IconFolder;
  return (
    <li
      ref={row}
      className={`${styles.row} ${compact ? styles.compact : ''}`}
      data-type={notification.type}
      data-notice={notification._id}
    >
      <Link to={targetOf(notification)} className={styles.link} onClick={() => onOpen?.()}>
        {notification.from ? (
          <PersonAvatar person={notification.from} />
        ) : (
          <span className={styles.place}>
            <Place size={16} aria-hidden="true" />
          </span>
        )}
        <span className="grow">
          <span className={styles.text}>
            {t(verb)} <b>{object}</b>
          </span>
          {notification.comment && (
            <span className={styles.comment}>
              {/* A reminder's text is the row's title, so the document's name is shown here. */}
              {notification.type === 'RECORD.REMINDER' ? notification.ref.title : notification.comment}
            </span>
          )}
          <span className={styles.meta}>
            {signature(notification, (name) => t('by', { name }))} ·{' '}
            <When value={notification.createdAt} underDay />
          </span>
          {notification.dueOn && <DueDay day={notification.dueOn} />}
        </span>
        <span className={styles.sign}>
          <NoticeSign notification={notification} />
        </span>
      </Link>
      <WriteIcon
        size="sm"
        className={styles.action ?? ''}
        aria-label={t('dismissOne', { text })}
        title={t('dismiss')}
        onClick={({ currentTarget }) => dismiss({ _id: notification._id }, currentTarget)}
      >
        <IconX size={15} />
      </WriteIcon>
      {!compact && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              size="sm"
              className={styles.action ?? ''}
              aria-label={t('more', { text })}
              data-tour="notification-actions"
            >
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component={Link} to={targetOf(notification)}>
              {t(OPEN[refModel])}
            </Menu.Item>
            <Menu.Divider />
            <WriteItem onClick={() => dismiss({ refModel, refId: notification.refId }, row.current)}>
              {t(DISMISS[refModel])}
            </WriteItem>
            <WriteItem onClick={() => dismiss({ type: notification.type }, row.current)}>
              {t('dismissType')}
            </WriteItem>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
