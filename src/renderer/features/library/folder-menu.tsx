import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconFolderSymlink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Folder } from '#shared/schemas/folder.ts';
import type { FolderAction } from './folder-dialog.tsx';

/** What can be done with the folder that is open. */
export function FolderMenu({
  folder,
  onAction,
}: {
  folder: Folder;
  onAction: (action: FolderAction) => void;
}) {
  const { t } = useTranslation('library');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={t('folder.menu', { name: folder.name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden="true" />}
          onClick={() => onAction({ kind: 'rename', folder })}
        >
          {t('folder.rename')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFolderSymlink size={16} aria-hidden="true" />}
          onClick={() => onAction({ kind: 'move', folder })}
        >
          {t('folder.move')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden="true" />}
          onClick={() => onAction({ kind: 'delete', folder })}
        >
          {t('folder.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
