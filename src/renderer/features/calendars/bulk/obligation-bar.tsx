import { IconFolders, IconUserCheck } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Obligation } from '#shared/calendars/calendars.schemas.ts';
import { SelectionBar } from '../../../components/lists/selection-bar.tsx';
import { focusMain } from '../../../hooks/focus-main.ts';
import { type AskedObligations, EvidenceDialog, PeopleDialog } from './obligation-dialogs.tsx';

/** What can be set for all selected obligations of a calendar at once. */
export function ObligationBar({
  calendar,
  obligations,
  onChange,
}: {
  calendar: string;
  obligations: readonly Obligation[];
  onChange: (selected: ReadonlySet<string>) => void;
}) {
  const { t } = useTranslation('calendars');
  const [asked, setAsked] = useState<{
    Dialog: ComponentType<AskedObligations>;
    items: readonly Obligation[];
  }>();
  return (
    <>
      <SelectionBar
        count={obligations.length}
        label={t('bulk.selected', { count: obligations.length })}
        onClear={() => onChange(new Set())}
        actions={[
          {
            id: 'people',
            label: t('bulk.people.action'),
            icon: IconUserCheck,
            onClick: () => setAsked({ Dialog: PeopleDialog, items: obligations }),
          },
          {
            id: 'evidence',
            label: t('bulk.evidence.action'),
            icon: IconFolders,
            onClick: () => setAsked({ Dialog: EvidenceDialog, items: obligations }),
          },
        ]}
      />
      {asked && (
        <asked.Dialog
          calendar={calendar}
          items={asked.items}
          onClose={(settled) => {
            setAsked(undefined);
            if (settled) focusMain();
            if (settled)
              onChange(new Set(obligations.map(({ _id }) => _id).filter((id) => !settled.has(id))));
          }}
        />
      )}
    </>
  );
}
