import '../catalogue.ts';
import { Alert, Button } from '@mantine/core';
import { IconDoorEnter, IconFolderOpen, IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { PartyDetail } from '#shared/contractors/contractors.schemas.ts';
import { placeHref } from '#shared/platform/hrefs.ts';
import { call } from '../../../api/client.ts';
import { ExportMenu } from '../../../components/lists/export-menu.tsx';
import { Page } from '../../../components/page/page.tsx';
import { Bar, ErrorState, LoadingRows, LoadingScreen } from '../../../components/page/screen-states.tsx';
import { useTitle } from '../../../hooks/use-title.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useParty } from '../queries.ts';
import { EndedTag, Standing } from '../standing.tsx';
import styles from './detail.module.css';
import { EditActions } from './edit-actions.tsx';
import { Facts } from './facts.tsx';
import { OwedSection } from './owed-section.tsx';
import { PeopleAtSite, SitesOf, WorkersOf } from './relations.tsx';

/** A contractor, a worker or a site: what it owes, who works there, and what is known of it. */
export function Screen() {
  const { t } = useTranslation('contractors');
  const { _id = '' } = useParams();
  const query = useParty(_id);
  useTitle(query.data?.name);
  if (query.isPending) {
    return (
      <LoadingScreen title={t('loading')}>
        <div className={styles.loading}>
          <Bar width="min(320px, 60%)" height={26} />
          <LoadingRows rows={6} height={52} />
        </div>
      </LoadingScreen>
    );
  }
  if (query.isError) {
    return (
      <ErrorState page title={t('failedOne')} error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return <Detail key={_id} party={query.data} />;
}

function Detail({ party }: { party: PartyDetail }) {
  const { t } = useTranslation('contractors');
  const { _id, kind, name, ended, group, folder, standing } = party;
  return (
    <Page
      title={name}
      back={{ to: `/contractors${kind === 'contractor' ? '' : `?kind=${kind}`}`, label: t(`kinds.${kind}`) }}
      intro={
        <span className={styles.intro}>
          <span>{t(`one.${kind}`)}</span>
          <Standing standing={standing} />
          {ended && <EndedTag />}
          <Link className="link" to={placeHref(group._id)}>
            {group.name}
          </Link>
        </span>
      }
      actions={
        <>
          <Button
            component={Link}
            to={placeHref(group._id, folder._id)}
            leftSection={<IconFolderOpen size={16} aria-hidden="true" />}
          >
            {t('openFolder')}
          </Button>
          {kind === 'site' && (
            <ExportMenu fetch={(format) => call('partyExport', { query: { format, site: _id } })} />
          )}
          {party.may.edit && <EditActions party={party} />}
          {kind === 'site' && (
            <Button
              component={Link}
              variant="filled"
              className={styles.gate}
              to={`/contractors/gate/${_id}`}
              leftSection={<IconDoorEnter size={16} aria-hidden="true" />}
              data-tour="contractors-gate"
            >
              {t('gate.open')}
            </Button>
          )}
        </>
      }
    >
      {ended && (
        <Alert className={styles.notice ?? ''} icon={<IconUserOff size={18} aria-hidden="true" />}>
          {t(`endedSince.${kind}`, { date: formatDate(ended) })}
        </Alert>
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          <OwedSection party={party} />
          {kind === 'contractor' && <WorkersOf party={party} />}
          {kind === 'site' ? <PeopleAtSite party={party} /> : <SitesOf party={party} />}
        </div>
        <aside className={styles.aside} aria-label={t('about')}>
          <Facts party={party} />
        </aside>
      </div>
    </Page>
  );
}
