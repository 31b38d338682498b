import { Button } from '@mantine/core';
import {
  IconAlarm,
  IconChevronDown,
  IconCircleArrowUp,
  IconCircleCheck,
  IconDeviceLaptop,
  IconDownload,
  IconFolderSymlink,
  IconGavel,
  IconLink,
  IconMessageQuestion,
  IconShare,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { STATE } from '#shared/access/states.ts';
import type { Record } from '#shared/documents/records.schemas.ts';
import { useUser } from '../../../api/session-store.ts';
import { copyLink } from '../../../components/documents/copy-link.ts';
import { FollowItem } from '../../../components/follows/follow-item.tsx';
import { Menu } from '../../../components/menu.tsx';
import { useWritePause } from '../../../components/write.tsx';
import { desktop as here } from '../../../platform/platform.ts';
import { canRequestReview, isReviewable } from './next-step.ts';
import type { useOpenOnDesktop } from './open-on-desktop.ts';
import { startDownload } from './start-download.ts';

export type Dialog = 'review' | 'publication' | 'reminder' | 'share' | 'move' | 'hold' | 'delete';

/** The actions of a document that the person may use. */
export function ActionsMenu({
  record,
  desktops,
  onDialog: setDialog,
  onReview,
  onNewVersion,
}: {
  record: Record;
  desktops: ReturnType<typeof useOpenOnDesktop>;
  onDialog: (dialog: Dialog) => void;
  onReview: () => void;
  onNewVersion: () => void;
}) {
  const { t } = useTranslation('records');
  const { isAdmin } = useUser();
  const pause = useWritePause();
  const version = record.currentVersion;
  // In a browser the document is opened by one of the person's computers. If none is online, a dialog says so.
  const onlyElsewhere = !here && (desktops.online.length > 0 || !record.may.addVersion);
  // For approved documents, and for those whose publication was requested before.
  const canPublish =
    version !== null &&
    record.may.roles.includes('review') &&
    (record.may.states.includes(STATE.pendingPublication) || record.state === STATE.pendingPublication);

  return (
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
        {isReviewable(record) && (
          <Menu.Item leftSection={<IconCircleCheck size={16} aria-hidden="true" />} onClick={onReview}>
            {t('actions.review')}
          </Menu.Item>
        )}
        {version && record.may.addVersion && (
          <Menu.Item leftSection={<IconUpload size={16} aria-hidden="true" />} onClick={onNewVersion}>
            {t('actions.newVersion')}
          </Menu.Item>
        )}
        {canRequestReview(record) && (
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
          leftSection={<IconShare size={16} aria-hidden="true" />}
          onClick={() => setDialog('share')}
        >
          {t('actions.share')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLink size={16} aria-hidden="true" />}
          onClick={() => void copyLink(record._id)}
        >
          {t('common:copyLink')}
        </Menu.Item>
        <FollowItem what="record" id={record._id} name={record.title} />
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
  );
}
