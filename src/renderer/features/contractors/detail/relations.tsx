import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartyDetail } from '#shared/contractors/contractors.schemas.ts';
import type { PartyKind } from '#shared/contractors/party.ts';
import { WriteButton } from '../../../components/write.tsx';
import { AddDialog } from '../add/add-dialog.tsx';
import { useOwnLibraries } from '../queries.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { PartyRows } from './party-rows.tsx';
import { Section } from './section.tsx';
import { useTakeOff } from './use-assignment.ts';

function AssignButton({ party, kind }: { party: PartyDetail; kind: PartyKind }) {
  const { t } = useTranslation('contractors');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <WriteButton
        size="compact-sm"
        leftSection={<IconPlus size={15} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        {t('assign.open')}
      </WriteButton>
      {opened && <AssignDialog party={party} first={kind} onClose={() => setOpened(false)} />}
    </>
  );
}

/** Who works for a contractor. */
export function WorkersOf({ party }: { party: PartyDetail }) {
  const { t } = useTranslation('contractors');
  const [adding, setAdding] = useState(false);
  return (
    <Section
      title={t('kinds.worker')}
      count={party.workers}
      actions={
        party.may.edit && (
          <WriteButton
            size="compact-sm"
            leftSection={<IconPlus size={15} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            {t('workers.add')}
          </WriteButton>
        )
      }
    >
      <PartyRows
        asked={{ kind: 'worker', contractor: party._id }}
        label={t('kinds.worker')}
        none={t('workers.none')}
      />
      {adding && (
        <AddDialog
          kind="worker"
          group={party.group._id}
          contractor={party}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  );
}

/** At which sites a contractor or a worker is. */
export function SitesOf({ party }: { party: PartyDetail }) {
  const { t } = useTranslation('contractors');
  const { writable = [] } = useOwnLibraries();
  const takeOff = useTakeOff();
  return (
    <Section
      title={t('kinds.site')}
      count={party.sites}
      // Who is at a site is changed by those who may change the site.
      actions={writable.length > 0 && <AssignButton party={party} kind="site" />}
    >
      <PartyRows
        asked={{ kind: 'site', at: party._id }}
        label={t('kinds.site')}
        none={t(`sites.none.${party.kind === 'worker' ? 'worker' : 'contractor'}`)}
        onRemove={(site) => takeOff(party, site)}
        canRemove={({ may }) => may.edit}
      />
    </Section>
  );
}

/** Which contractors and workers are assigned to a site. */
export function PeopleAtSite({ party }: { party: PartyDetail }) {
  const { t } = useTranslation('contractors');
  const takeOff = useTakeOff();
  return (['contractor', 'worker'] as const).map((kind) => (
    <Section
      key={kind}
      title={t(`atSite.${kind}`)}
      count={kind === 'worker' ? party.workers : undefined}
      actions={party.may.edit && <AssignButton party={party} kind={kind} />}
    >
      <PartyRows
        asked={{ kind, at: party._id }}
        label={t(`atSite.${kind}`)}
        none={t(`atSite.none.${kind}`)}
        onRemove={(each) => takeOff(each, party)}
        canRemove={() => party.may.edit}
      />
    </Section>
  ));
}
