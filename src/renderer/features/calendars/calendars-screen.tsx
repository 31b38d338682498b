import './catalogue.ts';
import { IconCalendarOff, IconFileImport, IconReportAnalytics, IconRss } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../api/client.ts';
import { useUser } from '../../api/session-store.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { OccurrencePanel } from '../../components/occurrence/occurrence-panel.tsx';
import { type HeadAction, HeadActions } from '../../components/page/head-actions.tsx';
import { Page } from '../../components/page/page.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { ImportDialog } from '../../components/table-import/import-button.tsx';
import { CalendarCards } from './calendar-cards.tsx';
import { DueDays } from './due-days/due-days.tsx';
import { FeedDialog } from './feed-dialog.tsx';

/** The organization's calendars and their due days, by month, week, day, or as a list. */
export function Screen() {
  const { t } = useTranslation('calendars');
  const calendars = useEndpoint('calendars', {});
  const user = useUser();
  const [feed, setFeed] = useState(false);
  const [importing, setImporting] = useState<boolean>();
  const create = (
    <CreateButton to="/calendars/create" data-tour="calendars-create">
      {t('create')}
    </CreateButton>
  );
  const report: HeadAction = { label: t('report'), icon: IconReportAnalytics, to: '/calendars/report' };
  const takeIn: HeadAction = {
    label: t('table-import:open'),
    icon: IconFileImport,
    onClick: () => setImporting(true),
    writes: true,
  };
  const actions: HeadAction[] = [
    ...(user.isAdmin || user.isManager ? [report] : []),
    { label: t('feed.open'), icon: IconRss, onClick: () => setFeed(true), tour: 'calendars-feed' },
    ...(user.isAdmin ? [takeIn] : []),
  ];
  return (
    <Page
      wide
      fills
      title={t('title')}
      intro={t('intro')}
      actionsBeside
      actions={<HeadActions actions={actions} create={calendars.data?.may && create} />}
    >
      {calendars.isPending && <LoadingRows rows={6} height={48} />}
      {calendars.isError && (
        <ErrorState title={t('failed')} error={calendars.error} onRetry={() => void calendars.refetch()} />
      )}
      {calendars.data?.items.length === 0 && (
        <EmptyState
          icon={IconCalendarOff}
          title={t('empty.title')}
          action={calendars.data.may ? create : undefined}
        >
          {t(calendars.data.may ? 'empty.body' : 'empty.ask')}
        </EmptyState>
      )}
      {calendars.data && calendars.data.items.length > 0 && (
        <>
          <CalendarCards calendars={calendars.data.items} />
          <DueDays calendars={calendars.data.items} />
        </>
      )}
      <FeedDialog opened={feed} onClose={() => setFeed(false)} />
      <ImportDialog kind="obligations" opened={importing} onClose={() => setImporting(false)} />
      <OccurrencePanel />
    </Page>
  );
}
