import { FileButton } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/organization/organization.schemas.ts';
import { LOGO_BYTES_MAX } from '#shared/platform/limits.ts';
import { call } from '../../api/client.ts';
import { errorMessage, fieldErrors } from '../../api/errors.ts';
import { encodeFile } from '../../api/file-data.ts';
import { reloadUser } from '../../api/session.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { OrganizationLogo } from '../../components/page/organization-logo.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import styles from './organization.module.css';

/** The organization's logo. A chosen file is saved at once. */
export function LogoSection({ profile, onChange }: { profile: Profile; onChange: (after: Profile) => void }) {
  const { t } = useTranslation('organization');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const { rev, logo } = profile;

  const save = async (work: () => Promise<Profile>, done: string): Promise<void> => {
    setBusy(true);
    setWrong(undefined);
    try {
      onChange(await work());
      toast.success(done);
      void reloadUser();
    } catch (error) {
      setWrong(fieldErrors(error).data ?? errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const choose = (file: File | null): void => {
    if (!file) return;
    if (file.size > LOGO_BYTES_MAX) setWrong(t('logo.tooLarge'));
    else
      void save(
        async () => call('organizationLogoUpdate', { body: { data: (await encodeFile(file)).data, rev } }),
        t('logo.done'),
      );
  };
  return (
    <div className={styles.part} data-tour="organization-logo">
      <FormSection title={t('logo.title')} intro={t('logo.intro')}>
        {logo ? (
          <span className={styles.picture}>
            <OrganizationLogo logo={logo} alt={t('logo.alt', { name: profile.name })} />
          </span>
        ) : (
          <p className="meta">{t('logo.none')}</p>
        )}
        <div className="buttons">
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={choose}>
            {(props) => (
              <WriteButton {...props} loading={busy} leftSection={<IconPhoto size={16} aria-hidden="true" />}>
                {t(logo ? 'logo.replace' : 'logo.choose')}
              </WriteButton>
            )}
          </FileButton>
          {logo && (
            <WriteButton
              variant="subtle"
              color="red"
              disabled={busy}
              leftSection={<IconTrash size={16} aria-hidden="true" />}
              onClick={() =>
                void save(
                  () => call('organizationLogoDelete', { query: { rev: String(rev) } }),
                  t('logo.removed'),
                )
              }
            >
              {t('logo.remove')}
            </WriteButton>
          )}
        </div>
        {wrong && (
          <p className="failed" role="alert">
            {wrong}
          </p>
        )}
      </FormSection>
    </div>
  );
}
