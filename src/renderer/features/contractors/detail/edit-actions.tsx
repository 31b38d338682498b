import { ActionIcon } from '@mantine/core';
import { IconDotsVertical, IconPencil, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Party } from '#shared/contractors/contractors.schemas.ts';
import { call } from '../../../api/client.ts';
import { modals } from '../../../components/dialogs.ts';
import { Menu } from '../../../components/menu.tsx';
import { toast } from '../../../components/toast.tsx';
import { WriteButton, WriteItem } from '../../../components/write.tsx';
import { EditDialog } from './edit-dialog.tsx';

/** Changing a party, saying that it no longer works here, and taking it off the list. */
export function EditActions({ party }: { party: Party }) {
  const { t } = useTranslation('contractors');
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const { _id: id, kind, name, ended } = party;

  const setEnded = (value: boolean): Promise<unknown> =>
    call('partyEnd', { params: { id }, body: { ended: value } });
  const end = (value: boolean): void => {
    setEnded(value).then(
      () =>
        toast.undo(t(value ? `end.done.${kind}` : `end.undone.${kind}`, { name }), () => {
          setEnded(!value).catch((error: unknown) => toast.error(t('end.undoFailed'), error));
        }),
      (error: unknown) => toast.error(t('end.failed'), error),
    );
  };
  const remove = async (): Promise<void> => {
    try {
      await call('partyDelete', { params: { id } });
      toast.success(t('delete.done', { name }));
      void navigate(`/contractors${kind === 'contractor' ? '' : `?kind=${kind}`}`, { replace: true });
    } catch (error) {
      toast.error(t('delete.failed'), error);
    }
  };
  const askToRemove = (): void =>
    modals.openConfirmModal({
      title: t('delete.title', { name }),
      children: <p>{t(`delete.body.${kind}`)}</p>,
      labels: { confirm: t('delete.action'), cancel: t('common:cancel') },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: () => void remove(),
    });

  return (
    <>
      <WriteButton leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={() => setEditing(true)}>
        {t('edit.open')}
      </WriteButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="lg" variant="default" aria-label={t('common:moreActions')}>
            <IconDotsVertical size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {ended ? (
            <WriteItem
              leftSection={<IconUserCheck size={16} aria-hidden="true" />}
              onClick={() => end(false)}
            >
              {t('end.again')}
            </WriteItem>
          ) : (
            <WriteItem leftSection={<IconUserOff size={16} aria-hidden="true" />} onClick={() => end(true)}>
              {t(`end.action.${kind}`)}
            </WriteItem>
          )}
          <WriteItem
            data-danger
            leftSection={<IconTrash size={16} aria-hidden="true" />}
            onClick={askToRemove}
          >
            {t('delete.action')}
          </WriteItem>
        </Menu.Dropdown>
      </Menu>
      {editing && <EditDialog party={party} onClose={() => setEditing(false)} />}
    </>
  );
}
