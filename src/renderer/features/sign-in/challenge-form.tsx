import { useTranslation } from 'react-i18next';
import { answerChallenge } from '../../api/session.ts';
import type { Challenge } from '../../api/session-keeper.ts';
import { FormField, NewPasswordField, PasswordField, rules, SmallForm, useSmallForm } from './form-parts.tsx';
import { Frame } from './frame.tsx';

/** A first password of one's own, after the temporary one. */
function NewPasswordForm({ session, aside }: { session: string; aside: React.ReactNode }) {
  const { t } = useTranslation('sign-in');
  const form = useSmallForm({ password: '', repeat: '' }, { password: rules.newPassword });
  const differs = form.values.repeat !== '' && form.values.repeat !== form.values.password;
  const repeat = form.field('repeat');
  const send = async (values: { password: string; repeat: string }): Promise<void> => {
    if (values.password === values.repeat) await answerChallenge({ session, newPassword: values.password });
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

function CodeForm({ session, aside }: { session: string; aside: React.ReactNode }) {
  const { t } = useTranslation('sign-in');
  const form = useSmallForm({ code: '' }, { code: rules.code });
  return (
    <Frame title={t('totp.title')} body={t('totp.body')} aside={aside}>
      <SmallForm
        form={form}
        send={({ code }) => answerChallenge({ session, code: code.trim() })}
        at={{
          bad_code: 'code',
        }}
        submit={t('totp.submit')}
      >
        <FormField
          {...form.field('code')}
          name="code"
          label={t('totp.label')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          autoFocus
        />
      </SmallForm>
    </Frame>
  );
}

/** What sign-in asked for before it lets somebody in. */
export function ChallengeForm({ challenge, onBack }: { challenge: Challenge; onBack: () => void }) {
  const { t } = useTranslation('sign-in');
  const aside = (
    <button type="button" className="link" onClick={onBack}>
      {t('backToSignIn')}
    </button>
  );
  return challenge.challenge === 'TOTP' ? (
    <CodeForm session={challenge.session} aside={aside} />
  ) : (
    <NewPasswordForm session={challenge.session} aside={aside} />
  );
}
