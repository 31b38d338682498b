import './catalogue.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { type IndexTab, IndexTabs } from '../../components/page/index-tabs.tsx';
import { FollowsPanel } from './follows-panel.tsx';
import { Inbox } from './inbox/inbox.tsx';
import styles from './notifications-screen.module.css';
import { PendingPanel } from './pending-panel.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { usePending } from './queries.ts';
import { RemindersPanel } from './reminders-panel.tsx';

const TABS = ['inbox', 'pending', 'reminders', 'follows', 'preferences'] as const;
type Tab = (typeof TABS)[number];

/** Notifications, pending decisions, reminders, what is followed, and preferences. The tab is kept in the URL. */
export function Screen() {
  const { t } = useTranslation('notifications');
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'inbox';
  const pending = usePending();
  const tabs: IndexTab<Tab>[] = [
    { id: 'inbox', label: t('tabs.inbox'), count: pending.data?.length || undefined, panel: <Inbox /> },
    { id: 'pending', label: t('tabs.pending'), panel: <PendingPanel /> },
    { id: 'reminders', label: t('tabs.reminders'), panel: <RemindersPanel /> },
    { id: 'follows', label: t('tabs.follows'), panel: <FollowsPanel /> },
    { id: 'preferences', label: t('tabs.preferences'), panel: <PreferencesPanel /> },
  ];
  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      <IndexTabs
        tabs={tabs}
        value={tab}
        onChange={(id) => setParams(id === 'inbox' ? {} : { tab: id }, { replace: true })}
        label={t('title')}
        className={styles.tabs}
      />
    </div>
  );
}
