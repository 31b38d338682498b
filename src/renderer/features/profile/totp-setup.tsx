import { ActionIcon, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TotpSecret, totpConfirm, totpSetup } from '#shared/people/account.schemas.ts';
import { call } from '../../api/client.ts';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { toast } from '../../components/toast.tsx';
import { copyText } from '../../platform/copy-text.ts';
import { DialogForm, PasswordField } from './dialog-form.tsx';
import styles from './profile.module.css';
import { QrCode } from './qr-code.tsx';

function PasswordStep({
  onMade,
  onCancel,
}: {
  onMade: (made: TotpSecret) => void;
  onCancel?: (() => void) | undefined;
}) {
  const { t } = useTranslation('profile');
  const form = useEntityForm({
    initial: { password: '' },
    schema: totpSetup,
    bodyOf: ({ password }) => ({ password }),
    refusals: { bad_credentials: 'password' },
    send: async (body) => onMade(await call('totpSetup', { body })),
  });
  return (
    <DialogForm form={form} submit={t('common:continue')} onCancel={onCancel}>
      <p>{t('setup.why')}</p>
      <PasswordField
        label={t('password.current')}
        autoComplete="current-password"
        data-autofocus
        {...form.field('password')}
      />
    </DialogForm>
  );
}

function CodeStep({
  made,
  onConfirmed,
  onCancel,
}: {
  made: TotpSecret;
  onConfirmed: (codes: readonly string[]) => void;
  onCancel?: (() => void) | undefined;
}) {
  const { t } = useTranslation('profile');
  const form = useEntityForm({
    initial: { code: '' },
    schema: totpConfirm,
    bodyOf: ({ code }) => ({ code }),
    refusals: { bad_code: 'code' },
    send: async (body) => onConfirmed((await call('totpConfirm', { body })).recoveryCodes),
  });
  const copy = (): void =>
    void copyText(made.secret).then((done) =>
      done ? toast.success(t('setup.copied')) : toast.warning(t('common:copyFailed')),
    );
  return (
    <DialogForm form={form} submit={t('setup.confirm')} onCancel={onCancel}>
      <div className={styles.setup}>
        <QrCode text={made.uri} label={t('setup.qr')} />
        <div>
          <p>{t('setup.scan')}</p>
          <p className={styles.secret}>
            <code>{made.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <ActionIcon aria-label={t('setup.copy')} title={t('setup.copy')} onClick={copy}>
              <IconCopy size={16} />
            </ActionIcon>
          </p>
        </div>
      </div>
      <TextInput
        label={t('setup.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        autoFocus
        {...form.field('code', { hint: t('setup.codeHint') })}
      />
    </DialogForm>
  );
}

/** Turns on the second step: the password again, the QR code, and a code that proves that the app has the secret. */
export function TotpSetup({
  onConfirmed,
  onCancel,
}: {
  onConfirmed: (codes: readonly string[]) => void;
  onCancel?: (() => void) | undefined;
}) {
  const [made, setMade] = useState<TotpSecret>();
  return made ? (
    <CodeStep made={made} onConfirmed={onConfirmed} onCancel={onCancel} />
  ) : (
    <PasswordStep onMade={setMade} onCancel={onCancel} />
  );
}
