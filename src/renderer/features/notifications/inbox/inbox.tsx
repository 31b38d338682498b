import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { NOTIFICATION_TYPES, type NotificationType } from '#shared/notifications/notification-types.ts';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { WriteButton } from '../../../components/write.tsx';
import styles from '../notifications-screen.module.css';
import { useDismiss, useDismissAll, usePending } from '../queries.ts';
import { typeKey } from '../wording.ts';
import { NotificationDays } from './notification-days.tsx';

/** Notifications that were not dismissed, by day. The filter is kept in the URL. */
export function Inbox() {
  const { t } = useTranslation('notifications');
  const [params, setParams] = useSearchParams();
  const pending = usePending();
  const all = pending.data ?? [];
  const chosen = NOTIFICATION_TYPES.find((type) => type === params.get('type'));
  const list = chosen ? all.filter((each) => each.type === chosen) : all;
  const dismiss = useDismiss();
  const dismissAll = useDismissAll(all);
  const present = NOTIFICATION_TYPES.filter((type) => all.some((each) => each.type === type));
  const choose = (type: NotificationType | undefined): void =>
    setParams(type ? { type } : {}, { replace: true });

  return (
    <>
      {list.length > 0 && (
        <div className={styles.tools}>
          {present.length > 1 ? (
            <fieldset
              className={styles.filter}
              data-tour="notification-filter"
              aria-label={t('filter.label')}
            >
              <button type="button" aria-pressed={!chosen} onClick={() => choose(undefined)}>
                {t('filter.all')} <span>{all.length}</span>
              </button>
              {present.map((type) => (
                <button key={type} type="button" aria-pressed={type === chosen} onClick={() => choose(type)}>
                  {t(typeKey(type))} <span>{all.filter((each) => each.type === type).length}</span>
                </button>
              ))}
            </fieldset>
          ) : (
            <p className="meta">{t('summary', { count: all.length })}</p>
          )}
          <WriteButton
            onClick={({ currentTarget }) =>
              chosen ? dismiss({ type: chosen }, currentTarget) : dismissAll(currentTarget)
            }
          >
            {chosen ? t('dismissType') : t('dismissAll')}
          </WriteButton>
        </div>
      )}
      {pending.isPending && <LoadingRows rows={6} height={60} />}
      {pending.isError && (
        <ErrorState title={t('failed')} error={pending.error} onRetry={() => void pending.refetch()} />
      )}
      {pending.isSuccess && list.length === 0 && (
        <EmptyState
          icon={IconBell}
          title={t('empty.title')}
          action={
            <Button component={Link} to="/dashboard">
              {t('empty.action')}
            </Button>
          }
        >
          {t('empty.body')}
        </EmptyState>
      )}
      <div className={styles.days}>
        <NotificationDays list={list} />
      </div>
    </>
  );
}
