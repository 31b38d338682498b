import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { HOLD_LIMITS } from '#shared/keeping/holds.ts';
import { holdRelease } from '#shared/retention/holds.schemas.ts';
import dialog from '../../../components/dialog.module.css';
import { DialogFailure } from '../../../components/dialog-parts.tsx';
import { useEntityForm } from '../../../components/form-page/use-entity-form.ts';
import { WriteButton } from '../../../components/write.tsx';

/** Asks for the reason why a hold is changed or released. */
export function ReasonForm({
  intro,
  confirm,
  send,
  onCancel,
}: {
  intro: string;
  confirm: string;
  send: (reason: string) => Promise<void>;
  onCancel: () => void;
}) {
  const { t } = useTranslation('bin');
  const form = useEntityForm({
    initial: { reason: '' },
    schema: holdRelease,
    bodyOf: ({ reason }) => ({ reason }),
    send: ({ reason }) => send(reason),
  });
  return (
    <form
      ref={form.element}
      noValidate
      className={dialog.fields}
      onSubmit={(event) => void form.submit(event)}
    >
      <p className="secondary">{intro}</p>
      <Textarea
        label={t('holds:reason')}
        autosize
        minRows={2}
        {...form.field('reason', { max: HOLD_LIMITS.reason.max })}
      />
      <DialogFailure text={form.failure && !form.errorOf('reason') && form.failure} />
      <div className={dialog.buttons}>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <WriteButton type="submit" variant="filled" loading={form.sending}>
          {confirm}
        </WriteButton>
      </div>
    </form>
  );
}
