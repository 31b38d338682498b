import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BinItem } from '#shared/retention/bin.schemas.ts';
import { useCall } from '../../api/client.ts';
import dialog from '../../components/dialog.module.css';
import { Modal } from '../../components/modal.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';

/** Asks for confirmation before one document is deleted for good. */
export function PurgeDialog({ item, onClose }: { item: BinItem | undefined; onClose: () => void }) {
  const { t } = useTranslation('bin');
  // Keeps the last texts while the dialog fades out.
  const [shown, setShown] = useState(item);
  useEffect(() => {
    if (item) setShown(item);
  }, [item]);
  const title = shown?.title ?? t('closed');
  const { mutate, isPending } = useCall('binPurge', {
    onSuccess: () => {
      toast.success(t('removed', { title }));
      onClose();
    },
    onError: (error) => toast.error(t('removeFailed'), error),
  });
  return (
    <Modal opened={item !== undefined} onClose={onClose} title={t('remove')}>
      <p>{t('removeBody', { title })}</p>
      <div className={dialog.buttons}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <WriteButton
          variant="filled"
          color="red"
          loading={isPending}
          onClick={() => shown && mutate({ params: { id: shown._id } })}
        >
          {t('remove')}
        </WriteButton>
      </div>
    </Modal>
  );
}
