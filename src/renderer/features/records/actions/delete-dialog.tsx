import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Record } from '#shared/documents/records.schemas.ts';
import { useCall } from '../../../api/client.ts';
import styles from '../../../components/dialog.module.css';
import { toast } from '../../../components/toast.tsx';
import { WriteButton } from '../../../components/write.tsx';
import { useAction } from '../queries.ts';

/** Moves a document to the bin, after explaining the consequences. */
export function DeleteDialog({
  record,
  opened,
  onClose,
}: {
  record: Record;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('records');
  const navigate = useNavigate();
  const { mutate: restore } = useCall('binRestore', {
    onError: (error) => toast.error(t('delete.undoFailed'), error),
  });
  const { run, running } = useAction('recordDelete', undefined, () => {
    toast.undo(t('delete.done'), () => restore({ body: { record: record._id } }));
    const place = new URLSearchParams({
      group: record.group._id,
      ...(record.folder ? { folder: record.folder._id } : {}),
    });
    void navigate(`/records/search?${place}`, { replace: true });
  });
  return (
    <Modal opened={opened} onClose={onClose} title={t('delete.title')}>
      <p>{t('delete.body', { title: record.title })}</p>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <WriteButton
          variant="filled"
          color="red"
          loading={running}
          onClick={() => run({ params: { id: record._id } })}
        >
          {t('delete.confirm')}
        </WriteButton>
      </div>
    </Modal>
  );
}
