import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { Frame } from '../../components/entry-frame/entry-frame.tsx';
import { BackToSignIn, NewPasswordField, rules, SmallForm, useSmallForm } from './form-parts.tsx';

interface Props {
  email: string;
  secret: string;
  /** Called to request another link: this one has expired. */
  onAgain: () => void;
}

/** Sets a new password by a mailed link, so that no code has to be typed. */
export function ResetLinkForm({ email, secret, onAgain }: Props) {
  const { t } = useTranslation('sign-in');
  const navigate = useNavigate();
  const [over, setOver] = useState(false);
  const form = useSmallForm({ password: '' }, { password: rules.newPassword });
  const send = async ({ password }: { password: string }): Promise<void> => {
    try {
      await call('resetPassword', { body: { email, code: secret, password } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'bad_code') throw error;
      setOver(true);
      return;
    }
    void navigate('/', { state: { notice: t('reset.done') } });
  };
  if (over)
    return (
      <Frame title={t('link.overTitle')} body={t('link.overBody')} aside={<BackToSignIn />}>
        <Button variant="filled" size="lg" fullWidth onClick={onAgain} autoFocus>
          {t('link.again')}
        </Button>
      </Frame>
    );
  return (
    <Frame title={t('reset.title')} body={t('link.body', { email })} aside={<BackToSignIn />}>
      <SmallForm form={form} send={send} at={{ password_policy: 'password' }} submit={t('reset.submit')}>
        {/* Tells password managers whose password it is. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField {...form.field('password')} autoFocus />
      </SmallForm>
    </Frame>
  );
}
