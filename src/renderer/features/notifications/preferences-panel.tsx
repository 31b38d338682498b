import { IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  DIGEST_HOUR,
  NOTICE_CHOICES,
  type NoticeChoice,
  type NotificationType,
} from '#shared/notifications/notification-types.ts';
import type { Preferences } from '#shared/notifications/preferences.schemas.ts';
import { endpointQuery, useCall, useEndpoint } from '../../api/client.ts';
import { Select } from '../../components/inputs/select.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { useWritePause } from '../../components/write.tsx';
import styles from './preferences-panel.module.css';
import { typeKey } from './wording.ts';

/** How the person is notified of each type. A choice is saved at once. */
export function PreferencesPanel() {
  const { t } = useTranslation('notifications');
  const client = useQueryClient();
  const preferences = useEndpoint('preferences', {});
  const pause = useWritePause();
  const { queryKey } = endpointQuery('preferences', {});
  const { mutate } = useCall('preferencesPut', {
    onMutate: async ({ body }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Preferences>(queryKey);
      const chosen = new Map(body.choices.map(({ type, choice }) => [type, choice]));
      client.setQueryData<Preferences>(
        queryKey,
        (all) =>
          all && {
            ...all,
            choices: all.choices.map((each) => ({ ...each, choice: chosen.get(each.type) ?? each.choice })),
          },
      );
      return { before };
    },
    onSuccess: () => toast.success(t('preferences.saved')),
    onError: (error, _input, context) => {
      const before = (context as { before?: Preferences } | undefined)?.before;
      if (before) client.setQueryData(queryKey, before);
      toast.error(t('preferences.notSaved'), error);
    },
  });
  const choose = (type: NotificationType, choice: NoticeChoice): void =>
    mutate({ body: { choices: [{ type, choice }] } });

  if (preferences.isPending) return <LoadingRows rows={6} height={64} />;
  if (preferences.isError) {
    return (
      <ErrorState
        title={t('preferences.failed')}
        error={preferences.error}
        onRetry={() => void preferences.refetch()}
      />
    );
  }
  const options = NOTICE_CHOICES.map((choice) => ({
    value: choice,
    label: t(`preferences.choices.${choice}`),
  }));
  return (
    <>
      <p className={styles.intro}>
        {t('preferences.intro', { email: preferences.data.email, hour: `${DIGEST_HOUR}:00` })}
      </p>
      <ul aria-label={t('preferences.list')}>
        {preferences.data.choices.map(({ type, choice }) => (
          <li key={type} className={styles.row}>
            <div className="grow">
              <b id={`choice-${type}`}>{t(typeKey(type))}</b>
              <p className="meta">{t(`preferences.${typeKey(type)}`)}</p>
            </div>
            <Select
              className={styles.choice ?? ''}
              aria-labelledby={`choice-${type}`}
              allowDeselect={false}
              data={options}
              value={choice}
              {...pause}
              onChange={(value) => {
                const picked = NOTICE_CHOICES.find((each) => each === value);
                if (picked && picked !== choice) choose(type, picked);
              }}
            />
          </li>
        ))}
        <li className={styles.row}>
          <div className="grow">
            <b>{t('preferences.account')}</b>
            <p className="meta">{t('preferences.accountBody')}</p>
          </div>
          <p className={`${styles.choice} ${styles.locked}`}>
            <IconLock size={15} aria-hidden="true" />
            {t('preferences.always')}
          </p>
        </li>
      </ul>
    </>
  );
}
