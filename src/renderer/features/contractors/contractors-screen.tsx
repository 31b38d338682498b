import './catalogue.ts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { PARTY_KINDS } from '#shared/contractors/party.ts';
import { call } from '../../api/client.ts';
import { ExportMenu } from '../../components/lists/export-menu.tsx';
import { IndexTabs } from '../../components/page/index-tabs.tsx';
import { Page } from '../../components/page/page.tsx';
import { WriteButton } from '../../components/write.tsx';
import { withParam } from '../../hooks/search-params.ts';
import { AddDialog } from './add/add-dialog.tsx';
import { AdoptDialog } from './add/adopt-dialog.tsx';
import { filtersOf, kindIn, withKind } from './list/filters.ts';
import { PartyList } from './list/party-list.tsx';
import { useOwnLibraries } from './queries.ts';

/** Contractors, their workers and the sites where they work, and how each stands by its rules. */
export function Screen() {
  const { t } = useTranslation('contractors');
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { key } = useLocation();
  const [adding, setAdding] = useState(false);
  const { writable = [] } = useOwnLibraries();
  const kind = kindIn(params);
  const { group } = filtersOf(params);
  // The menu of a folder in a library leads here.
  const folder = params.get('adopt');
  const leaveFolder = (): void => {
    if (key === 'default') setParams((before) => withParam(before, 'adopt', null), { replace: true });
    else void navigate(-1);
  };
  const mayAdd = writable.length > 0;
  const add = (
    <WriteButton leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t(`add.open.${kind}`)}
    </WriteButton>
  );
  return (
    <Page
      title={t('title')}
      intro={t('intro')}
      actions={
        <>
          <ExportMenu
            fetch={(format) => call('partyExport', { query: { format, ...(group ? { group } : {}) } })}
          />
          {mayAdd && (
            <WriteButton
              variant="filled"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => setAdding(true)}
              data-tour="contractors-add"
            >
              {t(`add.open.${kind}`)}
            </WriteButton>
          )}
        </>
      }
    >
      <IndexTabs
        label={t('tabs')}
        value={kind}
        onChange={(next) => setParams((before) => withKind(before, next), { replace: true })}
        tabs={PARTY_KINDS.map((id) => ({
          id,
          label: t(`kinds.${id}`),
          panel: <PartyList add={mayAdd ? add : undefined} />,
        }))}
      />
      {folder && group && <AdoptDialog folder={folder} group={group} onClose={leaveFolder} />}
      {adding && <AddDialog kind={kind} group={group} onClose={() => setAdding(false)} />}
    </Page>
  );
}
