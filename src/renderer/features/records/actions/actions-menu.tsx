import { Button, Menu } from '@mantine/core';
import {
  IconAlarm,
  IconChevronDown,
  IconCircleArrowUp,
  IconDeviceLaptop,
  IconDownload,
  IconFolderSymlink,
  IconGavel,
  IconMessageQuestion,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STATE } from '#shared/access/states.ts';
import type { Record } from '#shared/documents/records.schemas.ts';
import { useUser } from '../../../api/session-store.ts';
import { MoveDialog } from '../../../components/documents/move-dialog.tsx';
import { HoldDialog } from '../../../components/holds/hold-dialog.tsx';
import { useWritePause } from '../../../components/write.tsx';
import { desktop as here } from '../../../platform/platform.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { useOpenOnDesktop } from './open-on-desktop.ts';
import { ReminderDialog } from './reminder-dialog.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { startDownload } from './start-download.ts';

type Dialog = 'review' | 'publication' | 'reminder' | 'move' | 'hold' | 'delete';

/** The actions of a document that the person may use. */
export function ActionsMenu({ record }: { record: Record }) {
  const { t } = useTranslation('records');
  const { isAdmin } = useUser();
  const pause = useWritePause();
  const [dialog, setDialog] = useState<Dialog>();
  const desktops = useOpenOnDesktop(record._id);
  const close = (): void => setDialog(undefined);
  const version = record.currentVersion;
  // In a browser the document is opened by one of the person's computers. If none is online, a dialog says so.
  const onlyElsewhere = !here && (desktops.online.length > 0 || !record.may.addVersion);
  const canRequest = record.face === 'working' && version !== null && record.may.roles.includes('upload');
  // For approved documents, and for those whose publication was requested before.
  const canPublish =
    version !== null &&
    record.may.roles.includes('review') &&
    (record.may.states.includes(STATE.pendingPublication) || record.state === STATE.pendingPublication);

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button {...pause} rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
            {t('actions.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {version && (
            <Menu.Item
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={() => startDownload(version._id)}
            >
              {t('actions.download')}
            </Menu.Item>
          )}
          {version && !onlyElsewhere && (
            <Menu.Item
              leftSection={<IconDeviceLaptop size={16} aria-hidden="true" />}
              onClick={desktops.openHere}
            >
              {t('actions.openOnDesktop')}
            </Menu.Item>
          )}
          {version &&
            desktops.online.map((desktop) => (
              <Menu.Item
                key={desktop.clientId}
                leftSection={<IconDeviceLaptop size={16} aria-hidden="true" />}
                onClick={() => desktops.open(desktop)}
              >
                {desktops.online.length > 1 || !onlyElsewhere
                  ? t('actions.openOn', { name: desktop.name })
                  : t('actions.openOnDesktop')}
              </Menu.Item>
            ))}
          {canRequest && (
            <Menu.Item
              leftSection={<IconMessageQuestion size={16} aria-hidden="true" />}
              onClick={() => setDialog('review')}
            >
              {t('actions.requestReview')}
            </Menu.Item>
          )}
          {canPublish && (
            <Menu.Item
              leftSection={<IconCircleArrowUp size={16} aria-hidden="true" />}
              onClick={() => setDialog('publication')}
            >
              {t('actions.requestPublication')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconAlarm size={16} aria-hidden="true" />}
            onClick={() => setDialog('reminder')}
          >
            {t('actions.reminder')}
          </Menu.Item>
          {record.may.move && (
            <Menu.Item
              leftSection={<IconFolderSymlink size={16} aria-hidden="true" />}
              onClick={() => setDialog('move')}
            >
              {t('actions.move')}
            </Menu.Item>
          )}
          {isAdmin && (
            <Menu.Item
              leftSection={<IconGavel size={16} aria-hidden="true" />}
              onClick={() => setDialog('hold')}
            >
              {t('actions.hold')}
            </Menu.Item>
          )}
          {record.may.remove && (
            <>
              <Menu.Divider />
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} aria-hidden="true" />}
                onClick={() => setDialog('delete')}
              >
                {t('actions.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {version && (
        <OpenDialog
          record={record._id}
          obstacle={desktops.obstacle}
          onClose={desktops.forget}
          onInsist={() => void desktops.insist()}
          onDownload={() => startDownload(version._id)}
        />
      )}
      {version && (
        <>
          <RequestDialog
            kind="review"
            record={record}
            version={version._id}
            opened={dialog === 'review'}
            onClose={close}
          />
          <RequestDialog
            kind="publication"
            record={record}
            version={version._id}
            opened={dialog === 'publication'}
            onClose={close}
          />
        </>
      )}
      <ReminderDialog record={record} opened={dialog === 'reminder'} onClose={close} />
      <MoveDialog records={[record]} opened={dialog === 'move'} onClose={close} />
      <HoldDialog
        subject={dialog === 'hold' ? { kind: 'records', ids: [record._id], name: record.title } : undefined}
        onClose={close}
      />
      <DeleteDialog record={record} opened={dialog === 'delete'} onClose={close} />
    </>
  );
}
