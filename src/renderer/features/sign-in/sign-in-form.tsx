import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { signIn } from '../../api/session.ts';
import type { Challenge } from '../../api/session-keeper.ts';
import { Frame } from '../../components/entry-frame/entry-frame.tsx';
import { FieldLabel } from '../../components/inputs/field.tsx';
import { desktop, serverUrl } from '../../platform/platform.ts';
import styles from './form-parts.module.css';
import { EmailField, PasswordField, rules, SmallForm, useSmallForm } from './form-parts.tsx';

/** E-mail and password. */
export function SignInForm({
  founder,
  notice,
  onChallenge,
  onChangeServer,
}: {
  /** Whether they have just made the organization, and chosen their password. */
  founder: boolean;
  notice: string | undefined;
  onChallenge: (challenge: Challenge) => void;
  onChangeServer: () => void;
}) {
  const { t } = useTranslation('sign-in');
  const form = useSmallForm({ email: '', password: '' }, { email: rules.email, password: rules.password });
  const [said] = useState(notice);
  const send = async (values: { email: string; password: string }): Promise<void> => {
    const challenge = await signIn(values.email.trim(), values.password);
    if (challenge) onChallenge(challenge);
  };
  const aside = desktop ? (
    <>
      <p className="ellipsis" title={serverUrl()}>
        {t('server.current', { server: serverUrl() })}
      </p>
      <button type="button" className="link" onClick={onChangeServer}>
        {t('server.change')}
      </button>
    </>
  ) : (
    !founder && <p>{t('firstTime')}</p>
  );
  return (
    <Frame title={t('title')} body={said ?? t('motto')} aside={aside}>
      <SmallForm form={form} send={send} at={{ bad_credentials: 'password' }} submit={t('submit')}>
        <EmailField {...form.field('email')} autoFocus />
        <PasswordField
          {...form.field('password')}
          name="password"
          label={
            <FieldLabel
              aside={
                <Link to="/password" className="link">
                  {t('forgotLink')}
                </Link>
              }
            >
              {t('password')}
            </FieldLabel>
          }
          labelProps={{ labelElement: 'div' }}
          // Tab leads from the address to the password: the link in the label comes after it, and is seen above.
          inputWrapperOrder={['input', 'error', 'label']}
          classNames={{ root: styles.labelLast ?? '' }}
          aria-label={t('password')}
          autoComplete="current-password"
        />
      </SmallForm>
    </Frame>
  );
}
