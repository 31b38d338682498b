import { Button } from '@mantine/core';
import { IconAlarm } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Reminder } from '#shared/notifications/notifications.schemas.ts';
import { useCall, useEndpoint } from '../../api/client.ts';
import { useUser } from '../../api/session-store.ts';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import {
  formatAhead,
  formatDateTime,
  formatList,
  formatTime,
  fullName,
  monthOf,
  shownReminder,
  toDate,
} from '../../i18n/format.ts';
import { focusAfterDismissal } from './inbox/focus-after-dismissal.ts';
import styles from './own-list.module.css';

/** The person's reminders that are not due yet, soonest first. Each can be cancelled. */
export function RemindersPanel() {
  const { t } = useTranslation('notifications');
  const reminders = useEndpoint('reminders', {});
  if (reminders.isPending) return <LoadingRows rows={4} height={60} />;
  if (reminders.isError) {
    return (
      <ErrorState
        title={t('reminders.failed')}
        error={reminders.error}
        onRetry={() => void reminders.refetch()}
      />
    );
  }
  if (reminders.data.length === 0) {
    return (
      <EmptyState
        icon={IconAlarm}
        title={t('reminders.empty')}
        action={
          <Button component={Link} to="/records/search">
            {t('reminders.action')}
          </Button>
        }
      >
        {t('reminders.emptyBody')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list} aria-label={t('reminders.list')}>
      {reminders.data.map((reminder) => (
        <ReminderRow key={reminder._id} reminder={reminder} />
      ))}
    </ul>
  );
}

function ReminderRow({ reminder }: { reminder: Reminder }) {
  const { t } = useTranslation('notifications');
  const me = useUser();
  const { mutate, isPending } = useCall('reminderDelete', {
    onSuccess: () => toast.success(t('reminders.cancelled')),
    onError: (error) => toast.error(t('reminders.cancelFailed'), error),
  });
  const { record, notifyAt, text, to } = reminder;
  const others = to.filter(({ _id }) => _id !== me._id).map(fullName);
  const mine = others.length < to.length;
  const shown = shownReminder(text || record.title);
  return (
    <li className={styles.row} data-notice={reminder._id}>
      <Link to={`/records/view/${record._id}`} className={styles.link}>
        <span className={styles.day} title={formatDateTime(notifyAt)}>
          <b>{toDate(notifyAt).getDate()}</b>
          {monthOf(notifyAt)}
        </span>
        <span className="grow">
          <span className={styles.text} title={text || undefined}>
            {shown}
          </span>
          <span className={styles.meta}>
            {[
              `${formatAhead(notifyAt)}, ${formatTime(notifyAt)}`,
              text ? record.title : undefined,
              record.group.name,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {others.length > 0 && (
            <span className={styles.meta}>
              {t('reminders.for', { names: formatList(mine ? [t('reminders.you'), ...others] : others) })}
            </span>
          )}
        </span>
      </Link>
      <WriteButton
        variant="subtle"
        loading={isPending}
        aria-label={t('reminders.cancelOne', { text: shown })}
        onClick={({ currentTarget }) => {
          focusAfterDismissal(currentTarget);
          mutate({ params: { id: reminder._id } });
        }}
      >
        {t('reminders.cancel')}
      </WriteButton>
    </li>
  );
}
