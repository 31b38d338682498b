import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall, useEndpoint } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import dialog from '../../components/dialog.module.css';
import { DialogFailure } from '../../components/dialog-parts.tsx';
import { Modal } from '../../components/modal.tsx';
import { LoadingRows } from '../../components/page/screen-states.tsx';
import { WriteButton } from '../../components/write.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import styles from './calendars.module.css';

/** The person's secret feed address for other calendar programs. It is shown once, and can be replaced or revoked. */
export function FeedDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('calendars');
  const state = useEndpoint('calendarFeed', {}, { enabled: opened });
  const create = useCall('calendarFeedCreate', { onSuccess: () => void state.refetch() });
  const revoke = useCall('calendarFeedDelete', {
    onSuccess: () => {
      create.reset();
      void state.refetch();
    },
  });
  const failure = create.error ?? revoke.error ?? state.error;
  const { createdAt, lastReadAt } = state.data ?? {};
  return (
    <Modal opened={opened} onClose={onClose} title={t('feed.title')}>
      <div className={dialog.fields}>
        <p>{t('feed.intro')}</p>
        {state.isPending && <LoadingRows rows={1} />}
        {create.data && (
          <div className={styles.says}>
            <code className={styles.address} data-testid="feed-address">
              {create.data.url}
            </code>
            <p className="meta">{t('feed.once')}</p>
            <CopyButton value={create.data.url}>
              {({ copied, copy }) => (
                <Button onClick={copy}>{t(copied ? 'feed.copied' : 'feed.copy')}</Button>
              )}
            </CopyButton>
          </div>
        )}
        {createdAt && (
          <p className="meta">
            {t('feed.since', { date: formatDateTime(createdAt) })}{' '}
            {lastReadAt ? t('feed.read', { date: formatDateTime(lastReadAt) }) : t('feed.unread')}
          </p>
        )}
        <DialogFailure text={failure && errorMessage(failure)} />
      </div>
      <div className={dialog.buttons}>
        {createdAt && (
          <WriteButton
            variant="subtle"
            color="red"
            loading={revoke.isPending}
            onClick={() => revoke.mutate({})}
          >
            {t('feed.revoke')}
          </WriteButton>
        )}
        <WriteButton variant="filled" loading={create.isPending} onClick={() => create.mutate({})}>
          {t(createdAt ? 'feed.renew' : 'feed.create')}
        </WriteButton>
      </div>
    </Modal>
  );
}
