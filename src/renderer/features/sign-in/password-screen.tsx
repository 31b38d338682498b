import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { PASSWORD_MIN } from '#shared/domain/limits.ts';
import { call } from '../../api/client.ts';
import { useSession } from '../../api/session-store.ts';
import { toast } from '../../components/toast.tsx';
import {
  BackToSignIn,
  FormFailure,
  FormField,
  PasswordField,
  rules,
  SubmitButton,
  useSmallForm,
} from './form-parts.tsx';
import { Frame } from './frame.tsx';

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation('sign-in');
  const form = useSmallForm({ email: '' }, { email: rules.email });
  const send = async ({ email }: { email: string }): Promise<void> => {
    await call('forgotPassword', { body: { email } });
    onSent(email.trim());
  };
  return (
    <Frame title={t('forgot.title')} body={t('forgot.body')} aside={<BackToSignIn />}>
      <form noValidate onSubmit={form.submit(send)}>
        <FormField
          {...form.field('email')}
          name="email"
          label={t('email')}
          type="email"
          autoComplete="username"
          autoFocus
        />
        <FormFailure error={form.failure} />
        <SubmitButton busy={form.busy}>{t('forgot.submit')}</SubmitButton>
      </form>
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
      <form noValidate onSubmit={form.submit(send, { bad_code: 'code', password_policy: 'password' })}>
        <FormField
          {...form.field('code')}
          name="code"
          label={t('reset.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          autoFocus
        />
        <PasswordField
          {...form.field('password')}
          name="password"
          label={t('newPassword.label')}
          hint={t('newPassword.hint', { min: PASSWORD_MIN })}
          autoComplete="new-password"
        />
        <FormFailure error={form.failure} />
        <SubmitButton busy={form.busy}>{t('reset.submit')}</SubmitButton>
      </form>
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
      <form
        noValidate
        onSubmit={form.submit(send, { bad_credentials: 'current', password_policy: 'password' })}
      >
        <PasswordField
          {...form.field('current')}
          name="current"
          label={t('change.current')}
          autoComplete="current-password"
          autoFocus
        />
        <PasswordField
          {...form.field('password')}
          name="password"
          label={t('newPassword.label')}
          hint={t('newPassword.hint', { min: PASSWORD_MIN })}
          autoComplete="new-password"
        />
        <FormFailure error={form.failure} />
        <SubmitButton busy={form.busy}>{t('change.submit')}</SubmitButton>
      </form>
    </Frame>
  );
}

/** Recovery by a mailed code, or, for the signed-in, a change. */
export function Screen() {
  const signedIn = useSession((state) => state.status === 'signed-in');
  const [email, setEmail] = useState<string>();
  if (signedIn) return <ChangeForm />;
  return email ? <ResetForm email={email} /> : <ForgotForm onSent={setEmail} />;
}
