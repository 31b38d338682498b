import './catalogue.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFreshEndpoint } from '../../api/client.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { Page } from '../../components/page/page.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { AccessSections } from './access-sections.tsx';
import { NameSection } from './name-section.tsx';
import { PasswordSection } from './password-section.tsx';
import styles from './profile.module.css';
import { SecretsSection } from './secrets-section.tsx';
import { TotpSection } from './totp-section.tsx';

/** The person's account: name, password, second step, notifications, sessions and computers. */
export function Screen() {
  const { t } = useTranslation('profile');
  const profile = useFreshEndpoint('profile', {});
  const access = useFreshEndpoint('access', {});
  const retry = (): void => {
    if (profile.isError) void profile.refetch();
    if (access.isError) void access.refetch();
  };
  const error = profile.error ?? access.error;
  const shown = profile.data && access.data;
  return (
    <Page title={t('title')} intro={t('intro')}>
      {!shown && !error && <LoadingRows rows={8} height={56} />}
      {!shown && error && <ErrorState title={t('failed')} error={error} onRetry={retry} />}
      {profile.data && access.data && (
        <>
          <div className={styles.part} data-tour="profile-name">
            <NameSection profile={profile.data} />
          </div>
          <div className={styles.part} data-tour="profile-security">
            <PasswordSection min={profile.data.passwordMin} onChanged={() => void access.refetch()} />
            <TotpSection totp={access.data.totp} />
          </div>
          <div className={styles.part}>
            <FormSection title={t('notices.title')} intro={t('notices.intro')}>
              <p>
                <Link to="/notifications?tab=preferences" className="link">
                  {t('notices.link')}
                </Link>
              </p>
            </FormSection>
          </div>
          <div className={styles.part} data-tour="profile-sessions">
            <AccessSections access={access.data} />
            <SecretsSection />
          </div>
        </>
      )}
    </Page>
  );
}
