import { PasswordInput } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/session-store.ts';
import dialog from '../../components/dialog.module.css';
import { DialogEnd } from '../../components/dialog-parts.tsx';
import type { EntityForm } from '../../components/form-page/use-entity-form.ts';

/** A form in a dialog: its fields, its error, and its two buttons. */
export function DialogForm({
  form,
  submit,
  danger = false,
  onCancel,
  children,
}: {
  form: Pick<EntityForm, 'element' | 'failure' | 'sending' | 'submit'>;
  submit: string;
  danger?: boolean;
  /** Undefined where the dialog cannot be cancelled. */
  onCancel?: (() => void) | undefined;
  children: ReactNode;
}) {
  const { email } = useUser();
  return (
    <form ref={form.element} noValidate onSubmit={(event) => void form.submit(event)}>
      {/* The account's e-mail address, for password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className={dialog.fields}>{children}</div>
      <DialogEnd form={form} submit={submit} danger={danger} onCancel={onCancel} />
    </form>
  );
}

/** A password field whose value can be shown. */
export function PasswordField(props: ComponentProps<typeof PasswordInput>) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      autoCapitalize="none"
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
      {...props}
      {...(props.error ? { 'aria-invalid': true } : {})}
    />
  );
}
