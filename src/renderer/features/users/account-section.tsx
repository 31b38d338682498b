import { IconBan, IconCircleCheck, IconKey, IconMail, IconShieldOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Account } from '#shared/people/users.schemas.ts';
import { ACCESS_LINK_HOURS as hours } from '#shared/platform/limits.ts';
import { useCall, useEndpoint } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { useUser } from '../../api/session-store.ts';
import { modals } from '../../components/dialogs.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { useMailLeaves } from '../../components/no-mail/no-mail.tsx';
import { toast } from '../../components/toast.tsx';
import { When } from '../../components/when.tsx';
import { WriteButton } from '../../components/write.tsx';
import { formatDate, fullName } from '../../i18n/format.ts';
import { AccessLinkButton } from './access-link.tsx';
import { DisableDialog } from './disable-dialog.tsx';
import styles from './users.module.css';

/** What a mail tells of, where one leaves. */
const isMailed = (what: string): what is 'password' | 'secondStep' =>
  what === 'password' || what === 'secondStep';

/**
 * Enables, disables or deletes an account, or resets its password. Each acts at once, separately from the form above.
 */
export function AccountSection({ person }: { person: Account }) {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const self = useUser()._id === person._id;
  const mailed = useMailLeaves();
  const params = { params: { id: person._id } };
  const name = fullName(person);
  const enable = useCall('userEnable', {
    onSuccess: () => toast.success(t('account.enabled', { name })),
    onError: (error) => toast.error(t('account.enableFailed'), error),
  });
  const [disabling, setDisabling] = useState(false);
  const password = useCall('userResetPassword', {
    onSuccess: () =>
      mailed
        ? toast.success(t('account.mailed', { email: person.email }))
        : toast.warning(t('account.notMailed')),
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
        onConfirm: () => setDisabling(true),
      });
    },
  });
  const secondStep = useEndpoint('userAccess', params).data?.totp ?? null;
  const resetSecondStep = useCall('userTotpReset', {
    onSuccess: () =>
      toast.success(t(mailed ? 'account.secondStepReset' : 'account.secondStepResetNoMail', { name })),
    onError: (error) => toast.error(t('account.secondStepFailed'), error),
  });
  const ask = (what: 'remove' | 'password' | 'invite' | 'secondStep', onConfirm: () => void): void => {
    modals.openConfirmModal({
      title: t(`account.ask.${what}Title`, { name }),
      children: t(!mailed && isMailed(what) ? `account.ask.${what}BodyNoMail` : `account.ask.${what}Body`, {
        name,
        email: person.email,
      }),
      labels: { confirm: t(`account.${what}`), cancel: t('common:cancel') },
      confirmProps: {
        variant: 'filled',
        ...(what === 'remove' ? { color: 'red' } : {}),
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
        {person.enabled && !self && invited && <AccessLinkButton person={{ id: person._id, name }} />}
        {person.enabled && !self && (mailed || !invited) && (
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
            leftSection={<IconBan size={16} aria-hidden="true" />}
            onClick={() => setDisabling(true)}
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
      {invited && person.enabled && !self && <p className="meta">{t('create.linkRule', { hours })}</p>}
      {self && <p className="meta">{t('account.self')}</p>}
      <DisableDialog person={person} opened={disabling} onClose={() => setDisabling(false)} />
    </FormSection>
  );
}
