import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { call, type Result } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { Frame } from '../../components/entry-frame/entry-frame.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { BackToSignIn, NewPasswordField, rules, SmallForm, useSmallForm } from './form-parts.tsx';

interface Props {
  email: string;
  secret: string;
  /** Whether it is an access link: for somebody who has never signed in. */
  first?: true;
  /** Called to request another link: this one has expired. */
  onAgain: () => void;
}

/** Whom an access link invites where to. `onOver` is called where it is good no more. */
function useWelcome({ email, secret, first }: Pick<Props, 'email' | 'secret' | 'first'>, onOver: () => void) {
  const [welcome, setWelcome] = useState<Result<'welcome'>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for a link
  useEffect(() => {
    if (!first) return;
    call('welcome', { body: { email, secret } }).then(setWelcome, (error: unknown) => {
      // What else went wrong shows when they send the form.
      if (error instanceof ApiError && error.code === 'bad_code') onOver();
    });
  }, [email, secret, first]);
  return welcome;
}

/** Sets a password by a mailed link or an access link, so that no code has to be typed. */
export function ResetLinkForm({ email, secret, first, onAgain }: Props) {
  const { t } = useTranslation('sign-in');
  const navigate = useNavigate();
  const [over, setOver] = useState(false);
  const welcome = useWelcome({ email, secret, ...(first ? { first } : {}) }, () => setOver(true));
  const form = useSmallForm({ password: '' }, { password: rules.newPassword });
  const send = async ({ password }: { password: string }): Promise<void> => {
    try {
      await call('resetPassword', { body: { email, code: secret, password } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'bad_code') throw error;
      setOver(true);
      return;
    }
    void navigate('/', { state: { notice: t(first ? 'welcome.done' : 'reset.done') } });
  };
  if (over && first)
    return (
      <Frame title={t('link.overTitle')} body={t('welcome.over')}>
        <Button component={Link} to="/" size="lg" fullWidth>
          {t('backToSignIn')}
        </Button>
      </Frame>
    );
  if (over)
    return (
      <Frame title={t('link.overTitle')} body={t('link.overBody')} aside={<BackToSignIn />}>
        <Button variant="filled" size="lg" fullWidth onClick={onAgain} autoFocus>
          {t('link.again')}
        </Button>
      </Frame>
    );
  const invites = welcome && {
    ...{ by: welcome.invitedBy, organization: welcome.organization, email },
    until: formatDateTime(welcome.expiresAt),
  };
  const greeting = invites
    ? t(invites.by ? 'welcome.body' : 'welcome.bodyAlone', invites)
    : t('welcome.loading');
  return (
    <Frame
      title={t(first ? 'welcome.title' : 'reset.title')}
      body={first ? greeting : t('link.body', { email })}
      aside={<BackToSignIn />}
    >
      <SmallForm form={form} send={send} at={{ password_policy: 'password' }} submit={t('reset.submit')}>
        {/* Tells password managers whose password it is. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField {...form.field('password')} autoFocus />
      </SmallForm>
    </Frame>
  );
}
