import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerChallenge } from '../../api/session.ts';
import type { Challenge } from '../../api/session-keeper.ts';
import { Frame } from '../../components/entry-frame/entry-frame.tsx';
import { FormField, NewPasswordField, PasswordField, rules, SmallForm, useSmallForm } from './form-parts.tsx';

interface FormProps {
  session: string;
  aside: ReactNode;
  /** Called with the next challenge; undefined where the person is signed in. */
  onNext: (challenge: Challenge | undefined) => void;
}

/** Asks for a new password after a sign-in with the temporary one. */
function NewPasswordForm({ session, aside, onNext }: FormProps) {
  const { t } = useTranslation('sign-in');
  const form = useSmallForm({ password: '', repeat: '' }, { password: rules.newPassword });
  const differs = form.values.repeat !== '' && form.values.repeat !== form.values.password;
  const repeat = form.field('repeat');
  const send = async (values: { password: string; repeat: string }): Promise<void> => {
    if (values.password !== values.repeat) return;
    onNext(await answerChallenge({ session, newPassword: values.password }));
  };
  return (
    <Frame title={t('newPassword.title')} body={t('newPassword.body')} aside={aside}>
      <SmallForm
        form={form}
        send={send}
        at={{ password_policy: 'password' }}
        submit={t('newPassword.submit')}
      >
        <NewPasswordField {...form.field('password')} autoFocus />
        <PasswordField
          {...repeat}
          error={differs ? t('rules.repeat') : repeat.error}
          name="repeat"
          label={t('newPassword.repeat')}
          autoComplete="new-password"
        />
      </SmallForm>
    </Frame>
  );
}

/** The second step of sign-in: a code of the app, or a recovery code. */
function CodeForm({ session, aside, onNext }: FormProps) {
  const { t } = useTranslation('sign-in');
  const [recovery, setRecovery] = useState(false);
  const form = useSmallForm({ code: '' }, { code: recovery ? rules.recovery : rules.totp });
  const kind = recovery ? 'recovery' : 'totp';
  const swap = (): void => {
    form.set('code', '');
    setRecovery(!recovery);
  };
  const ways = (
    <>
      <p>
        <button type="button" className="link" onClick={swap}>
          {t(`${kind}.other`)}
        </button>
      </p>
      {aside}
    </>
  );
  return (
    <Frame title={t(`${kind}.title`)} body={t(`${kind}.body`)} aside={ways}>
      <SmallForm
        form={form}
        send={async ({ code }) => onNext(await answerChallenge({ session, code }))}
        at={{ bad_code: 'code' }}
        submit={t('totp.submit')}
      >
        <FormField
          key={kind}
          {...form.field('code')}
          name="code"
          label={t(`${kind}.label`)}
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          autoFocus
        />
      </SmallForm>
    </Frame>
  );
}

/** The form for a challenge of sign-in. */
export function ChallengeForm({
  challenge,
  onNext,
  onBack,
}: {
  challenge: Challenge;
  onNext: FormProps['onNext'];
  onBack: () => void;
}) {
  const { t } = useTranslation('sign-in');
  const aside = (
    <button type="button" className="link" onClick={onBack}>
      {t('backToSignIn')}
    </button>
  );
  const Form = challenge.challenge === 'TOTP' ? CodeForm : NewPasswordForm;
  return <Form session={challenge.session} aside={aside} onNext={onNext} />;
}
