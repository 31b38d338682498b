import '../catalogue.ts';
import { useTranslation } from 'react-i18next';
import { Page } from '../../../components/page/page.tsx';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { useSettings } from '../use-settings.ts';
import styles from './computer.module.css';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { FolderSection } from './folder-section.tsx';
import { IgnoreSection } from './ignore-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { MeteredSection } from './metered-section.tsx';
import { StartSection } from './start-section.tsx';

/** Settings of this computer: bandwidth, schedule, ignored names. All take effect at once. */
export function Screen() {
  const { t } = useTranslation('sync');
  const { data: settings, error, refetch } = useSettings();
  return (
    <Page
      title={t('computer.title')}
      intro={t('computer.intro')}
      back={{ to: '/sync', label: t('computer.back') }}
    >
      {!settings && !error && <LoadingRows rows={8} height={56} />}
      {!settings && error && (
        <ErrorState title={t('computer.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {settings && (
        <>
          <div className={styles.part}>
            <FolderSection root={settings.root} />
          </div>
          <div className={styles.part} data-tour="computer-limits">
            <LimitsSection preferences={settings.preferences} />
          </div>
          <div className={styles.part}>
            <MeteredSection settings={settings} />
          </div>
          <div className={styles.part} data-tour="computer-ignore">
            <IgnoreSection patterns={settings.preferences.ignore} />
          </div>
          {settings.can.openAtLogin && (
            <div className={styles.part}>
              <StartSection on={settings.preferences.openAtLogin} />
            </div>
          )}
          <div className={styles.part}>
            <DiagnosticsSection />
          </div>
        </>
      )}
    </Page>
  );
}
