import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import dialog from './dialog.module.css';
import { WriteButton } from './write.tsx';

/** What went wrong, told by screen readers as it appears; nothing where nothing did. */
export function DialogFailure({ text }: { text: ReactNode }) {
  if (!text) return null;
  return (
    <p className={dialog.failure} role="alert">
      {text}
    </p>
  );
}

/** What a dialog's form ends with: its error, the way out, and the button that sends it. */
export function DialogEnd({
  form,
  submit,
  danger = false,
  onCancel,
}: {
  form: { readonly failure?: ReactNode; readonly sending: boolean };
  submit: string;
  danger?: boolean;
  /** Undefined where the dialog cannot be cancelled. */
  onCancel?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <>
      <DialogFailure text={form.failure} />
      <div className={dialog.buttons}>
        {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
        <WriteButton
          type="submit"
          variant="filled"
          loading={form.sending}
          {...(danger ? { color: 'red' } : {})}
        >
          {submit}
        </WriteButton>
      </div>
    </>
  );
}
