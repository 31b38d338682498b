import '../catalogue.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import styles from '../../../components/dialog.module.css';
import { Modal } from '../../../components/modal.tsx';
import { toast } from '../../../components/toast.tsx';
import { WriteButton } from '../../../components/write.tsx';
import { focusWhenThere } from '../../../hooks/focus-when-there.ts';
import type { DeleteDialogProps } from '../../../hooks/shell-actions.ts';

/** Moves documents to the bin, after explaining the consequences. */
export function DeleteDialog({ records: given, opened, onClose, onDone, onClosed }: DeleteDialogProps) {
  const { t } = useTranslation('records');
  const [running, setRunning] = useState(false);
  // What was asked about is named until the dialog is out of sight, also when the list has let go of it.
  const [records, setRecords] = useState(given);
  if (opened && !running && records !== given) setRecords(given);

  async function remove(): Promise<void> {
    setRunning(true);
    const failures: unknown[] = [];
    const gone: string[] = [];
    for (const { _id: id } of records) {
      try {
        await call('recordDelete', { params: { id } });
        gone.push(id);
      } catch (error) {
        failures.push(error);
      }
    }
    setRunning(false);
    if (failures.length > 0) toast.error(t('delete.failed', { count: failures.length }), failures[0]);
    if (gone.length === 0) return;
    toast.undo(t('delete.done', { count: gone.length }), () => void restore(gone));
    onClose();
    onDone?.();
  }
  async function restore(gone: readonly string[]): Promise<void> {
    try {
      // The message that had the focus is gone; the list has the document again in a moment.
      if (gone[0]) focusWhenThere({ href: `/records/view/${gone[0]}`, row: true });
      for (const record of gone) await call('binRestore', { body: { record } });
    } catch (error) {
      toast.error(t('delete.undoFailed'), error);
    }
  }

  const count = records.length;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('delete.title', { count })}
      {...(onClosed ? { onExitTransitionEnd: onClosed } : {})}
    >
      <p>{t('delete.body', { count, title: records[0]?.title })}</p>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <WriteButton variant="filled" color="red" loading={running} onClick={() => void remove()}>
          {t('delete.confirm')}
        </WriteButton>
      </div>
    </Modal>
  );
}
