import { ScrollArea } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { usePending } from '../queries.ts';
import { NotificationDays } from './notification-days.tsx';
import styles from './notifications-dropdown.module.css';

const SHOWN = 8;

/** The newest pending notifications, in the top bar's list. */
export function NewestNotices({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('notifications');
  const pending = usePending();
  const list = pending.data ?? [];
  return (
    <ScrollArea.Autosize mah="min(60vh, 480px)" type="auto">
      {pending.isPending && <LoadingRows rows={3} height={56} />}
      {pending.isError && (
        <div className={styles.inset}>
          <ErrorState title={t('failed')} error={pending.error} onRetry={() => void pending.refetch()} />
        </div>
      )}
      {pending.isSuccess && list.length === 0 && (
        <div className={styles.inset}>
          <EmptyState icon={IconBell} title={t('empty.title')}>
            {t('empty.body')}
          </EmptyState>
        </div>
      )}
      <NotificationDays list={list} most={SHOWN} compact onOpen={onOpen} />
    </ScrollArea.Autosize>
  );
}
