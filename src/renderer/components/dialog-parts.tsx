import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import dialog from './dialog.module.css';
import { WriteButton } from './write.tsx';

/** What went wrong, told by screen readers as it appears, and scrolled to; nothing where nothing did. */
export function DialogFailure({ text }: { text: ReactNode }) {
  const line = useRef<HTMLParagraphElement>(null);
  const is = Boolean(text);
  useEffect(() => {
    if (is) line.current?.scrollIntoView({ block: 'nearest' });
  }, [is]);
  if (!is) return null;
  return (
    <p ref={line} className={dialog.failure} role="alert">
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
