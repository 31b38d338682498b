import {
  IconBan,
  IconBuilding,
  IconCircleCheck,
  IconFileDownload,
  IconFolders,
  IconMail,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/people/users.schemas.ts';
import { useCall } from '../../../api/client.ts';
import { saveFile } from '../../../api/file-data.ts';
import { useUser } from '../../../api/session-store.ts';
import {
  type MoreToSelect,
  type SelectionAction,
  SelectionBar,
} from '../../../components/lists/selection-bar.tsx';
import { useMailLeaves } from '../../../components/no-mail/no-mail.tsx';
import { toast } from '../../../components/toast.tsx';
import { focusMain } from '../../../hooks/focus-main.ts';
import {
  type BulkKind,
  DepartmentDialog,
  DisableManyDialog,
  EnableDialog,
  LibrariesDialog,
  ResendDialog,
} from './bulk-dialogs.tsx';

const DIALOGS = {
  libraries: LibrariesDialog,
  department: DepartmentDialog,
  disable: DisableManyDialog,
  enable: EnableDialog,
  resend: ResendDialog,
} as const;

/** What can be done to all selected people at once; each action is about those of them whom it can concern. */
export function BulkBar({
  people,
  more,
  onChange,
}: {
  people: readonly Account[];
  more: MoreToSelect | undefined;
  onChange: (selected: ReadonlySet<string>) => void;
}) {
  const { t } = useTranslation('users');
  const me = useUser()._id;
  const mailed = useMailLeaves();
  const [asked, setAsked] = useState<{ kind: BulkKind; people: readonly Account[] }>();
  const links = useCall('userAccessLinks', {
    onSuccess: (file) => {
      saveFile(file);
      toast.success(t('bulk.linksDone'));
    },
    onError: (error) => toast.error(t('link.failed'), error),
  });
  const others = people.filter(({ _id }) => _id !== me);
  const [enabled, disabled] = [others.filter((each) => each.enabled), others.filter((each) => !each.enabled)];
  const waiting = enabled.filter(({ lastSignInAt }) => lastSignInAt === null);

  const offer = (
    kind: BulkKind,
    about: readonly Account[],
    icon: SelectionAction['icon'],
  ): SelectionAction[] =>
    about.length === 0
      ? []
      : [
          {
            id: kind,
            label: t(`bulk.action.${kind}`),
            icon,
            onClick: () => setAsked({ kind, people: about }),
            ...(kind === 'disable' ? { danger: true } : {}),
          },
        ];
  const linksAction: SelectionAction[] =
    waiting.length === 0 || mailed
      ? []
      : [
          {
            id: 'links',
            label: t('bulk.action.links'),
            icon: IconFileDownload,
            busy: links.isPending,
            onClick: () => links.mutate({ body: { users: waiting.map(({ _id }) => _id) } }),
          },
        ];
  const Dialog = asked && DIALOGS[asked.kind];
  return (
    <>
      <SelectionBar
        count={people.length}
        label={t('bulk.selected', { count: people.length })}
        more={more}
        onClear={() => onChange(new Set())}
        actions={[
          ...offer('libraries', people, IconFolders),
          ...offer('department', people, IconBuilding),
          ...offer('resend', mailed ? waiting : [], IconMail),
          ...linksAction,
          ...offer('enable', disabled, IconCircleCheck),
          ...offer('disable', enabled, IconBan),
        ]}
      />
      {asked && Dialog && (
        <Dialog
          people={asked.people}
          leftOut={people.length - asked.people.length}
          onClose={(settled) => {
            setAsked(undefined);
            if (settled) focusMain();
            if (settled) onChange(new Set(people.map(({ _id }) => _id).filter((id) => !settled.has(id))));
          }}
        />
      )}
    </>
  );
}
