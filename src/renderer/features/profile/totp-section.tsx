import { IconAlertTriangle, IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Access } from '#shared/people/account.schemas.ts';
import { call } from '../../api/client.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { Modal } from '../../components/modal.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import { formatDate } from '../../i18n/format.ts';
import styles from './profile.module.css';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';

type Open = 'setup' | 'renew' | 'disable' | 'codes';

/** With fewer codes left than this, the person is asked to make new ones. */
const FEW_CODES = 3;

/** The second step of sign-in: off, or on since when and with how many recovery codes left. */
export function TotpSection({ totp }: { totp: Access['totp'] }) {
  const { t } = useTranslation('profile');
  const [open, setOpen] = useState<Open>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const close = (): void => setOpen(undefined);
  const show = (made: readonly string[]): void => {
    setCodes(made);
    setOpen('codes');
  };
  const few = totp !== null && totp.recoveryCodes < FEW_CODES;
  const StateIcon = totp ? IconShieldCheck : IconShieldOff;
  return (
    <FormSection title={t('totp.title')} intro={t('totp.intro')}>
      <p className={styles.state}>
        <StateIcon size={18} aria-hidden="true" className={totp ? styles.on : undefined} />
        <span>{totp ? t('totp.on', { date: formatDate(totp.since) }) : t('totp.off')}</span>
      </p>
      {totp && (
        <p className={`${styles.state} ${few ? styles.few : ''}`}>
          {few && <IconAlertTriangle size={18} aria-hidden="true" />}
          <span>{t('totp.left', { count: totp.recoveryCodes })}</span>
        </p>
      )}
      <div className="buttons">
        {totp ? (
          <>
            <WriteButton onClick={() => setOpen('renew')}>{t('totp.renew')}</WriteButton>
            <WriteButton onClick={() => setOpen('disable')}>{t('totp.disable')}</WriteButton>
          </>
        ) : (
          <WriteButton onClick={() => setOpen('setup')}>{t('totp.enable')}</WriteButton>
        )}
      </div>
      <Modal opened={open === 'setup'} onClose={close} title={t('totp.enable')} size="lg">
        <TotpSetup onConfirmed={show} onCancel={close} />
      </Modal>
      <Modal opened={open === 'renew'} onClose={close} title={t('totp.renew')}>
        <ProofForm
          body={t('proof.renew')}
          submit={t('totp.renew')}
          send={async (body) => show((await call('totpRecovery', { body })).recoveryCodes)}
          onCancel={close}
        />
      </Modal>
      <Modal opened={open === 'disable'} onClose={close} title={t('totp.disable')}>
        <ProofForm
          body={t('proof.disable')}
          submit={t('totp.disableConfirm')}
          danger
          send={async (body) => {
            await call('totpDisable', { body });
            toast.success(t('totp.disabled'));
            close();
          }}
          onCancel={close}
        />
      </Modal>
      {/* The codes are shown once, so only the button closes the dialog. */}
      <Modal
        opened={open === 'codes'}
        onClose={close}
        title={t('codes.title')}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        <RecoveryCodes codes={codes} onDone={close} />
      </Modal>
    </FormSection>
  );
}
