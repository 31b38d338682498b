import { useTranslation } from 'react-i18next';
import { useCall, useFreshEndpoint } from '../../api/client.ts';
import { modals } from '../../components/dialogs.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import styles from './profile.module.css';

/** Secret addresses by which the person's data can be read without a password, each with a button that revokes it. */
export function SecretsSection() {
  const { t } = useTranslation('profile');
  const feed = useFreshEndpoint('calendarFeed', {});
  const end = useCall('calendarFeedDelete', {
    onError: (error) => toast.error(t('secrets.failed'), error),
    onSuccess: () => {
      toast.success(t('secrets.ended'));
      void feed.refetch();
    },
  });
  const ask = (): void => {
    modals.openConfirmModal({
      title: t('secrets.ask'),
      children: t('secrets.askBody'),
      labels: { confirm: t('secrets.end'), cancel: t('common:cancel') },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: () => end.mutate({}),
    });
  };
  const { createdAt, lastReadAt } = feed.data ?? {};
  return (
    <FormSection title={t('secrets.title')} intro={t('secrets.intro')}>
      {feed.isPending && <LoadingRows rows={1} />}
      {feed.isError && (
        <ErrorState title={t('secrets.unknown')} error={feed.error} onRetry={() => void feed.refetch()} />
      )}
      {feed.data && !createdAt && <p>{t('secrets.none')}</p>}
      {createdAt && (
        <div className={styles.secret}>
          <div>
            <p>{t('secrets.feed')}</p>
            <p className="meta">
              {t('secrets.since', { date: formatDateTime(createdAt) })}{' '}
              {lastReadAt ? t('secrets.read', { date: formatDateTime(lastReadAt) }) : t('secrets.unread')}
            </p>
          </div>
          <WriteButton loading={end.isPending} onClick={ask}>
            {t('secrets.end')}
          </WriteButton>
        </div>
      )}
      <p className="meta">{t('secrets.links')}</p>
    </FormSection>
  );
}
