import '../catalogue.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import styles from '../../../components/dialog.module.css';
import { Modal } from '../../../components/modal.tsx';
import { Running } from '../../../components/running.tsx';
import { toast } from '../../../components/toast.tsx';
import { WriteButton } from '../../../components/write.tsx';
import { focusWhenThere } from '../../../hooks/focus-when-there.ts';
import type { DeleteDialogProps } from '../../../hooks/shell-actions.ts';
import { useAskBeforeUnload } from '../../../hooks/use-unsaved.ts';

/** Moves documents to the bin, after explaining the consequences. */
export function DeleteDialog({ records: given, opened, onClose, onDone, onClosed }: DeleteDialogProps) {
  const { t } = useTranslation('records');
  /** How many are done of those that are being deleted; undefined where nothing runs. */
  const [done, setDone] = useState<number>();
  const running = done !== undefined;
  useAskBeforeUnload(running);
  const stopped = useRef(false);
  // What was asked about is named until the dialog is out of sight, also when the list has let go of it.
  const [records, setRecords] = useState(given);
  /** Something of it is gone, so that the list says where the focus goes, and not the dialog. */
  const [deleted, setDeleted] = useState(false);
  if (opened && !running && records !== given) {
    setRecords(given);
    setDeleted(false);
  }

  async function remove(): Promise<void> {
    stopped.current = false;
    const failures: unknown[] = [];
    const gone: string[] = [];
    for (const { _id: id } of records) {
      if (stopped.current) break;
      setDone(gone.length + failures.length);
      try {
        await call('recordDelete', { params: { id } });
        gone.push(id);
      } catch (error) {
        failures.push(error);
      }
    }
    setDone(undefined);
    setDeleted(gone.length > 0);
    if (failures.length > 0) toast.error(t('delete.failed', { count: failures.length }), failures[0]);
    if (gone.length === 0) return;
    const count = records.length;
    const said =
      gone.length < count
        ? t('delete.some', { count, done: gone.length })
        : t('delete.done', { count: gone.length });
    toast.undo(said, () => void restore(gone));
    onClose();
    onDone?.(gone);
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
      // While it runs it is stopped, never hidden: a list without its dialog would look as if nothing happened.
      onClose={() => !running && onClose()}
      withCloseButton={!running}
      returnFocus={!deleted}
      title={t('delete.title', { count })}
      {...(onClosed ? { onExitTransitionEnd: onClosed } : {})}
    >
      {running ? (
        <Running
          text={t('delete.running', { count, done })}
          done={done}
          total={count}
          // What is in the bin by then can be had back.
          onStop={() => (stopped.current = true)}
        />
      ) : (
        <>
          <p>{t('delete.body', { count, title: records[0]?.title })}</p>
          <div className={styles.buttons}>
            <Button onClick={onClose}>{t('common:cancel')}</Button>
            <WriteButton variant="filled" color="red" onClick={() => void remove()}>
              {t('delete.confirm')}
            </WriteButton>
          </div>
        </>
      )}
    </Modal>
  );
}
