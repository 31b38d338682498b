import { Button, NumberInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RETENTION_LIMITS } from '#shared/keeping/retention.ts';
import { retentionExtend } from '#shared/retention/retention.schemas.ts';
import dialog from '../../../components/dialog.module.css';
import { DialogEnd } from '../../../components/dialog-parts.tsx';
import { useEntityForm } from '../../../components/form-page/use-entity-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { toast } from '../../../components/toast.tsx';
import { WriteButton } from '../../../components/write.tsx';

/** Asks for confirmation before documents whose retention period is over are moved to the bin. */
export function RemoveEndedDialog({
  count,
  opened,
  send,
  onClose,
}: {
  count: number;
  opened: boolean;
  send: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation('bin');
  const [busy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      await send();
    } catch (error) {
      toast.error(t('retention.removeFailed'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t('retention.remove')}>
      <p>{t('retention.removeBody', { count })}</p>
      <div className={dialog.buttons}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <WriteButton variant="filled" color="red" loading={busy} onClick={() => void confirm()}>
          {t('retention.remove')}
        </WriteButton>
      </div>
    </Modal>
  );
}

const extension = retentionExtend.omit({ records: true });

interface Extend {
  count: number;
  send: (extension: { years: number; reason: string }) => Promise<void>;
  onClose: () => void;
}

/** Extends the retention of documents by some years from today, with a reason. */
export function ExtendDialog({ opened, ...props }: Extend & { opened: boolean }) {
  const { t } = useTranslation('bin');
  return (
    <Modal opened={opened} onClose={props.onClose} title={t('retention.extend')}>
      {opened && <ExtendForm {...props} />}
    </Modal>
  );
}

function ExtendForm({ count, send, onClose }: Extend) {
  const { t } = useTranslation('bin');
  const form = useEntityForm({
    initial: { years: 1 as number | string, reason: '' },
    schema: extension,
    bodyOf: ({ years, reason }) => ({ years: Number(years), reason }),
    send,
  });
  return (
    <form
      ref={form.element}
      noValidate
      className={dialog.fields}
      onSubmit={(event) => void form.submit(event)}
    >
      <p className="secondary">{t('retention.extendIntro', { count })}</p>
      <NumberInput
        label={t('retention.extendYears')}
        decimalScale={0}
        maw={200}
        data-autofocus
        {...form.field('years', { hint: t('retention.extendHint') })}
      />
      <Textarea
        label={t('holds:reason')}
        autosize
        minRows={2}
        {...form.field('reason', { max: RETENTION_LIMITS.reason.max })}
      />
      <DialogEnd form={form} submit={t('retention.extend')} onCancel={onClose} />
    </form>
  );
}
