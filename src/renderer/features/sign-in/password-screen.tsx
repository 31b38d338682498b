import './catalogue.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { readResetLink } from '#shared/identity/reset-secrets.ts';
import { call } from '../../api/client.ts';
import { useSession } from '../../api/session-store.ts';
import { Frame } from '../../components/entry-frame/entry-frame.tsx';
import { toast } from '../../components/toast.tsx';
import {
  BackToSignIn,
  EmailField,
  FormField,
  NewPasswordField,
  PasswordField,
  rules,
  SmallForm,
  useSmallForm,
} from './form-parts.tsx';
import { ResetLinkForm } from './reset-link-form.tsx';

function ForgotForm({ known, onSent }: { known: string; onSent: (email: string) => void }) {
  const { t } = useTranslation('sign-in');
  const form = useSmallForm({ email: known }, { email: rules.email });
  const send = async ({ email }: { email: string }): Promise<void> => {
    await call('forgotPassword', { body: { email } });
    onSent(email.trim());
  };
  return (
    <Frame title={t('forgot.title')} body={t('forgot.body')} aside={<BackToSignIn />}>
      <SmallForm form={form} send={send} submit={t('forgot.submit')}>
        <EmailField {...form.field('email')} autoFocus />
      </SmallForm>
    </Frame>
  );
}

function ResetForm({ email }: { email: string }) {
  const { t } = useTranslation('sign-in');
  const navigate = useNavigate();
  const form = useSmallForm({ code: '', password: '' }, { code: rules.code, password: rules.newPassword });
  const send = async ({ code, password }: { code: string; password: string }): Promise<void> => {
    await call('resetPassword', { body: { email, code: code.trim(), password } });
    void navigate('/', { state: { notice: t('reset.done') } });
  };
  const again = (): void => {
    call('forgotPassword', { body: { email } }).then(
      () => toast.success(t('reset.sentAgain')),
      (error: unknown) => toast.error(t('reset.notSent'), error),
    );
  };
  const aside = (
    <>
      <p>
        <button type="button" className="link" onClick={again}>
          {t('reset.again')}
        </button>
      </p>
      <BackToSignIn />
    </>
  );
  return (
    <Frame title={t('reset.title')} body={t('reset.body', { email })} aside={aside}>
      <SmallForm
        form={form}
        send={send}
        at={{ bad_code: 'code', password_policy: 'password' }}
        submit={t('reset.submit')}
      >
        <FormField
          {...form.field('code')}
          name="code"
          label={t('reset.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          autoFocus
        />
        <NewPasswordField {...form.field('password')} />
      </SmallForm>
    </Frame>
  );
}

function ChangeForm() {
  const { t } = useTranslation('sign-in');
  const navigate = useNavigate();
  const form = useSmallForm(
    { current: '', password: '' },
    { current: rules.password, password: rules.newPassword },
  );
  const send = async (values: { current: string; password: string }): Promise<void> => {
    await call('changePassword', { body: values });
    toast.success(t('change.done'));
    void navigate('/dashboard');
  };
  const aside = (
    <Link to="/dashboard" className="link">
      {t('change.back')}
    </Link>
  );
  return (
    <Frame title={t('change.title')} body={t('change.body')} aside={aside}>
      <SmallForm
        form={form}
        send={send}
        at={{ bad_credentials: 'current', password_policy: 'password' }}
        submit={t('change.submit')}
      >
        <PasswordField
          {...form.field('current')}
          name="current"
          label={t('change.current')}
          autoComplete="current-password"
          autoFocus
        />
        <NewPasswordField {...form.field('password')} />
      </SmallForm>
    </Frame>
  );
}

/**
 * The secret of a mailed link. It is removed from the URL at once, because URLs are copied, shown to others and kept in
 * histories.
 */
function useResetLink() {
  const [link, setLink] = useState(() => readResetLink(location.hash));
  useEffect(() => {
    if (link) history.replaceState(history.state, '', location.pathname + location.search);
  }, [link]);
  return [link, setLink] as const;
}

/** Resets a password by a mailed link or code. Signed-in people change theirs here. */
export function Screen() {
  const signedIn = useSession((state) => state.status === 'signed-in');
  const [link, setLink] = useResetLink();
  const [known, setKnown] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  if (link)
    return (
      <ResetLinkForm
        {...link}
        onAgain={() => {
          setKnown(link.email);
          setLink(null);
        }}
      />
    );
  if (signedIn) return <ChangeForm />;
  return sentTo ? <ResetForm email={sentTo} /> : <ForgotForm known={known} onSent={setSentTo} />;
}
