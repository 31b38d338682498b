import { IconBan, IconCircleCheck, IconKey, IconMail, IconShieldOff, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Account } from '#shared/people/users.schemas.ts';
import { useCall, useEndpoint } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { useUser } from '../../api/session-store.ts';
import { modals } from '../../components/dialogs.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { toast } from '../../components/toast.tsx';
import { When } from '../../components/when.tsx';
import { WriteButton } from '../../components/write.tsx';
import { formatDate, fullName } from '../../i18n/format.ts';
import styles from './users.module.css';

/**
 * Enables, disables or deletes an account, or resets its password. Each acts at once, separately from the form above.
 */
export function AccountSection({ person }: { person: Account }) {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const self = useUser()._id === person._id;
  const params = { params: { id: person._id } };
  const name = fullName(person);
  const enable = useCall('userEnable', {
    onSuccess: () => toast.success(t('account.enabled', { name })),
    onError: (error) => toast.error(t('account.enableFailed'), error),
  });
  const disable = useCall('userDisable', {
    onSuccess: () => toast.success(t('account.disabled', { name })),
    onError: (error) => toast.error(t('account.disableFailed'), error),
  });
  const password = useCall('userResetPassword', {
    onSuccess: () => toast.success(t('account.mailed', { email: person.email })),
    onError: (error) => toast.error(t('account.mailFailed'), error),
  });
  const remove = useCall('userDelete', {
    onSuccess: () => {
      toast.success(t('account.removed', { name }));
      navigate('/users');
    },
    onError: (error) => {
      const referenced = error instanceof ApiError && error.code === 'referenced';
      if (!referenced || !person.enabled) return void toast.error(t('account.removeFailed'), error);
      // An account with traces cannot be deleted: what the person did stays theirs. It can be disabled instead.
      modals.openConfirmModal({
        title: t('account.removeFailed'),
        children: error.message,
        labels: { confirm: t('account.disable'), cancel: t('common:cancel') },
        confirmProps: { variant: 'filled' },
        onConfirm: () => disable.mutate(params),
      });
    },
  });
  const secondStep = useEndpoint('userAccess', params).data?.totp ?? null;
  const resetSecondStep = useCall('userTotpReset', {
    onSuccess: () => toast.success(t('account.secondStepReset', { name })),
    onError: (error) => toast.error(t('account.secondStepFailed'), error),
  });
  const ask = (
    what: 'disable' | 'remove' | 'password' | 'invite' | 'secondStep',
    onConfirm: () => void,
  ): void => {
    modals.openConfirmModal({
      title: t(`account.ask.${what}Title`, { name }),
      children: t(`account.ask.${what}Body`, { name, email: person.email }),
      labels: { confirm: t(`account.${what}`), cancel: t('common:cancel') },
      confirmProps: {
        variant: 'filled',
        ...(what === 'remove' || what === 'disable' ? { color: 'red' } : {}),
      },
      onConfirm,
    });
  };
  const invited = person.lastSignInAt === null;
  const PasswordIcon = invited ? IconMail : IconKey;

  return (
    <FormSection title={t('account.title')} intro={t('account.intro')}>
      <dl className={styles.facts} data-tour="users-account">
        <dt>{t('account.state')}</dt>
        <dd>{t(person.enabled ? 'account.isEnabled' : 'account.isDisabled')}</dd>
        <dt>{t('columns.lastSignIn')}</dt>
        <dd>{person.lastSignInAt ? <When value={person.lastSignInAt} /> : t('account.never')}</dd>
        {secondStep && (
          <>
            <dt>{t('account.secondStepState')}</dt>
            <dd>{t('account.secondStepSince', { date: formatDate(secondStep.since) })}</dd>
          </>
        )}
        <dt>{t('account.created')}</dt>
        <dd>{formatDate(person.createdAt)}</dd>
      </dl>
      <div className="buttons">
        {person.enabled && !self && (
          <WriteButton
            loading={password.isPending}
            leftSection={<PasswordIcon size={16} aria-hidden="true" />}
            onClick={() => ask(invited ? 'invite' : 'password', () => password.mutate(params))}
          >
            {t(invited ? 'account.invite' : 'account.password')}
          </WriteButton>
        )}
        {secondStep && !self && (
          <WriteButton
            loading={resetSecondStep.isPending}
            leftSection={<IconShieldOff size={16} aria-hidden="true" />}
            onClick={() => ask('secondStep', () => resetSecondStep.mutate(params))}
          >
            {t('account.secondStep')}
          </WriteButton>
        )}
        {!person.enabled && (
          <WriteButton
            loading={enable.isPending}
            leftSection={<IconCircleCheck size={16} aria-hidden="true" />}
            onClick={() => enable.mutate(params)}
          >
            {t('account.enable')}
          </WriteButton>
        )}
        {person.enabled && !self && (
          <WriteButton
            loading={disable.isPending}
            leftSection={<IconBan size={16} aria-hidden="true" />}
            onClick={() => ask('disable', () => disable.mutate(params))}
          >
            {t('account.disable')}
          </WriteButton>
        )}
        {!self && (
          <WriteButton
            variant="subtle"
            color="red"
            loading={remove.isPending}
            leftSection={<IconTrash size={16} aria-hidden="true" />}
            onClick={() => ask('remove', () => remove.mutate(params))}
          >
            {t('account.remove')}
          </WriteButton>
        )}
      </div>
      {self && <p className="meta">{t('account.self')}</p>}
    </FormSection>
  );
}
