import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { useUser } from '../../api/session-store.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { WriteButton } from '../../components/write.tsx';

/** Sends a test mail to the person, and shows the result. */
export function MailSection() {
  const { t } = useTranslation('settings');
  const { email } = useUser();
  const { mutate, isPending, data, error } = useCall('mailTest');
  const failed = error !== null || data?.sent === false;
  return (
    <div>
      <FormSection title={t('mail.title')} intro={t('mail.intro')}>
        <div>
          <WriteButton
            leftSection={<IconMail size={16} aria-hidden="true" />}
            loading={isPending}
            onClick={() => mutate({})}
          >
            {t('mail.send')}
          </WriteButton>
        </div>
        <p className="meta">{t('mail.to', { email })}</p>
        <div aria-live="polite">
          {(data ?? error) && !isPending && (
            <Alert
              color={failed ? 'red' : 'petrol'}
              variant="light"
              icon={failed ? <IconAlertTriangle size={18} /> : <IconCheck size={18} />}
            >
              {error
                ? errorMessage(error)
                : data?.sent
                  ? t(data.by === 'smtp' ? 'mail.sent' : 'mail.kept', { to: data.to })
                  : t('mail.notSent', { reason: data?.reason })}
            </Alert>
          )}
        </div>
      </FormSection>
    </div>
  );
}
