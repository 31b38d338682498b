import { Button } from '@mantine/core';
import {
  IconCircleArrowUp,
  IconCircleCheck,
  IconDeviceLaptop,
  IconEye,
  IconMessageQuestion,
  IconStatusChange,
  IconUpload,
  type TablerIcon,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Record } from '#shared/documents/records.schemas.ts';
import { useUser } from '../../../api/session-store.ts';
import { MoveDialog } from '../../../components/documents/move-dialog.tsx';
import { HoldDialog } from '../../../components/holds/hold-dialog.tsx';
import { useWritePause } from '../../../components/write.tsx';
import { desktop as here } from '../../../platform/platform.ts';
import { ActionsMenu, type Dialog } from './actions-menu.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { type NextStep, nextStepOf } from './next-step.ts';
import { OpenDialog } from './open-dialog.tsx';
import { useOpenOnDesktop } from './open-on-desktop.ts';
import { ReminderDialog } from './reminder-dialog.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { startDownload } from './start-download.ts';
import type { NewVersion } from './use-new-version.ts';

const ICONS: Readonly<{ [step in NextStep]: TablerIcon }> = {
  decide: IconCircleCheck,
  publish: IconCircleArrowUp,
  requestPublication: IconCircleArrowUp,
  requestReview: IconMessageQuestion,
  newVersion: IconUpload,
  openHere: IconDeviceLaptop,
  changeState: IconStatusChange,
};

/** The menu of actions, and a button that names the person's next step with the document. */
export function RecordActions({
  record,
  reviewing,
  newVersion,
  onReview,
  onView,
}: {
  record: Record;
  reviewing: boolean;
  newVersion: NewVersion;
  onReview: () => void;
  onView: () => void;
}) {
  const { t } = useTranslation('records');
  const pause = useWritePause();
  const me = useUser();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog>();
  const desktops = useOpenOnDesktop(record._id);
  const close = (): void => setDialog(undefined);
  const version = record.currentVersion;
  const step = nextStepOf(record, me._id, here !== undefined);
  const steps: Readonly<{ [each in NextStep]: (button: HTMLElement) => void }> = {
    decide: onReview,
    publish: onReview,
    changeState: onReview,
    requestReview: () => setDialog('review'),
    requestPublication: () => setDialog('publication'),
    newVersion: newVersion.choose,
    openHere: desktops.openHere,
  };
  const Icon = step && ICONS[step];
  const only = useMemo(() => [record], [record]);
  // What was deleted has no screen any more: its person goes on where it was.
  const leave = (): void => {
    const place = new URLSearchParams({
      group: record.group._id,
      ...(record.folder ? { folder: record.folder._id } : {}),
    });
    void navigate(`/records/search?${place}`, { replace: true });
  };

  return (
    <>
      <ActionsMenu
        record={record}
        desktops={desktops}
        onDialog={setDialog}
        onReview={onReview}
        onNewVersion={() => newVersion.choose()}
      />
      {reviewing ? (
        <Button leftSection={<IconEye size={16} aria-hidden="true" />} onClick={onView}>
          {t('actions.view')}
        </Button>
      ) : (
        Icon && (
          <Button
            variant="filled"
            loading={newVersion.running}
            {...pause}
            data-opens-review={steps[step] === onReview || undefined}
            leftSection={<Icon size={16} aria-hidden="true" />}
            onClick={({ currentTarget }) => steps[step](currentTarget)}
          >
            {t(`nextSteps.${step}`)}
          </Button>
        )
      )}
      {version && (
        <>
          <OpenDialog
            record={record._id}
            obstacle={desktops.obstacle}
            onClose={desktops.forget}
            onInsist={() => void desktops.insist()}
            onDownload={() => startDownload(version._id)}
          />
          {(['review', 'publication'] as const).map((kind) => (
            <RequestDialog
              key={kind}
              kind={kind}
              record={record}
              version={version._id}
              opened={dialog === kind}
              onClose={close}
            />
          ))}
        </>
      )}
      <ShareDialog record={record} opened={dialog === 'share'} onClose={close} />
      <ReminderDialog record={record} opened={dialog === 'reminder'} onClose={close} />
      <MoveDialog records={[record]} opened={dialog === 'move'} onClose={close} />
      <HoldDialog
        subject={dialog === 'hold' ? { kind: 'records', ids: [record._id], name: record.title } : undefined}
        onClose={close}
      />
      <DeleteDialog records={only} opened={dialog === 'delete'} onClose={close} onDone={leave} />
    </>
  );
}
