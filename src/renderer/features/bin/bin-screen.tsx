import './catalogue.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { IndexTabs } from '../../components/page/index-tabs.tsx';
import { Page } from '../../components/page/page.tsx';
import styles from './bin.module.css';
import { BinTab } from './bin-tab.tsx';
import { HoldsTab } from './holds/holds-tab.tsx';
import { RetentionTab } from './retention/retention-tab.tsx';

const TABS = ['bin', 'retention', 'holds'] as const;
type Tab = (typeof TABS)[number];

/** Tabs for the bin, for ended retention periods and for legal holds. The URL says which one is open. */
export function Screen() {
  const { t } = useTranslation('bin');
  const [params, setParams] = useSearchParams();
  const tab: Tab = TABS.find((each) => each === params.get('tab')) ?? 'bin';
  return (
    <Page title={t('title')} intro={t('intro')}>
      <IndexTabs<Tab>
        label={t('tabs.label')}
        value={tab}
        // The filters of one tab do not apply to another.
        onChange={(next) => setParams(next === 'bin' ? {} : { tab: next }, { replace: true })}
        tabs={[
          {
            id: 'bin',
            label: t('tabs.bin'),
            panel: (
              <div className={styles.panel}>
                <BinTab />
              </div>
            ),
          },
          {
            id: 'retention',
            label: t('tabs.retention'),
            panel: (
              <div className={styles.panel}>
                <RetentionTab />
              </div>
            ),
          },
          {
            id: 'holds',
            label: t('tabs.holds'),
            panel: (
              <div className={styles.panel}>
                <HoldsTab />
              </div>
            ),
          },
        ]}
      />
    </Page>
  );
}
