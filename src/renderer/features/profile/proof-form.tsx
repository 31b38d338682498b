import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { totpProof } from '#shared/people/account.schemas.ts';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { DialogForm, PasswordField } from './dialog-form.tsx';

/** Asks for password and code again before the second step is turned off or changed. */
export function ProofForm({
  body,
  submit,
  danger = false,
  send,
  onCancel,
}: {
  body: string;
  submit: string;
  danger?: boolean;
  send: (proof: { password: string; code: string }) => Promise<unknown>;
  onCancel: () => void;
}) {
  const { t } = useTranslation('profile');
  const form = useEntityForm({
    initial: { password: '', code: '' },
    schema: totpProof,
    bodyOf: ({ password, code }) => ({ password, code }),
    refusals: { bad_credentials: 'password', bad_code: 'code' },
    send,
  });
  return (
    <DialogForm form={form} submit={submit} danger={danger} onCancel={onCancel}>
      <p>{body}</p>
      <PasswordField
        label={t('password.current')}
        autoComplete="current-password"
        data-autofocus
        {...form.field('password')}
      />
      <TextInput
        label={t('proof.code')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        {...form.field('code', { hint: t('proof.hint') })}
      />
    </DialogForm>
  );
}
