import { ActionIcon } from '@mantine/core';
import {
  IconChecklist,
  IconCrane,
  IconDots,
  IconDownload,
  IconFileImport,
  IconFilePencil,
  IconFolderSymlink,
  IconGavel,
  IconPencil,
  IconTrash,
  IconTrashX,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Folder } from '#shared/documents/folders.schemas.ts';
import { useUser } from '../../../api/session-store.ts';
import { FileRequestDialog } from '../../../components/file-requests/file-request-dialog.tsx';
import { FollowItem } from '../../../components/follows/follow-item.tsx';
import { HoldDialog, type HoldSubject } from '../../../components/holds/hold-dialog.tsx';
import { Menu } from '../../../components/menu.tsx';
import { useWritePause } from '../../../components/write.tsx';
import type { FolderAction } from './folder-dialog.tsx';

/** The actions of the open folder, or of the library where none is open. */
export function FolderMenu({
  name,
  group,
  folder,
  open,
  onWrite,
  onDownload,
  onAction,
  onRules,
}: {
  name: string;
  group: string;
  /** Undefined where it cannot be changed: a library, or a folder that the person only reads. */
  folder: Folder | undefined;
  /** The open folder; undefined for the library itself. */
  open: string | undefined;
  /** Creates a document for several authors here. */
  onWrite: (() => void) | undefined;
  onDownload: () => void;
  onAction: (action: FolderAction) => void;
  onRules: (() => void) | undefined;
}) {
  const { t } = useTranslation('library');
  const { isAdmin } = useUser();
  const pause = useWritePause();
  const [held, setHeld] = useState<HoldSubject>();
  const [asking, setAsking] = useState(false);
  const hold = (): void =>
    setHeld(open ? { kind: 'folders', ids: [open], name } : { kind: 'groups', ids: [group], name });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={32} aria-label={t('folder.menu', { name })} {...pause}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onWrite && (
            <Menu.Item leftSection={<IconFilePencil size={16} aria-hidden="true" />} onClick={onWrite}>
              {t('folder.write')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={onDownload}>
            {t('folder.download')}
          </Menu.Item>
          <FollowItem what={open ? 'folder' : 'group'} id={open ?? group} name={name} />
          {folder && (
            <Menu.Item
              leftSection={<IconFileImport size={16} aria-hidden="true" />}
              onClick={() => setAsking(true)}
            >
              {t('file-requests:menu')}
            </Menu.Item>
          )}
          {folder && (
            <Menu.Item
              component={Link}
              to={`/contractors?group=${group}&adopt=${folder._id}`}
              leftSection={<IconCrane size={16} aria-hidden="true" />}
            >
              {t('folder.adopt')}
            </Menu.Item>
          )}
          {onRules && (
            <Menu.Item leftSection={<IconChecklist size={16} aria-hidden="true" />} onClick={onRules}>
              {t('folder.rules')}
            </Menu.Item>
          )}
          <Menu.Item
            component={Link}
            to={`/groups/edit/${group}`}
            leftSection={<IconUsers size={16} aria-hidden="true" />}
          >
            {t('folder.members')}
          </Menu.Item>
          {folder && (
            <>
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
            </>
          )}
          {isAdmin && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconGavel size={16} aria-hidden="true" />} onClick={hold}>
                {t('folder.hold')}
              </Menu.Item>
              <Menu.Item component={Link} to="/bin" leftSection={<IconTrashX size={16} aria-hidden="true" />}>
                {t('folder.bin')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {folder && <FileRequestDialog folder={folder} opened={asking} onClose={() => setAsking(false)} />}
      <HoldDialog subject={held} onClose={() => setHeld(undefined)} />
    </>
  );
}
