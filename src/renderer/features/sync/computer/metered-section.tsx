import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DesktopSettings } from '#shared/ipc/desktop.ts';
import { FormSection } from '../../../components/form-page/form-page.tsx';
import { savePreferences } from '../use-settings.ts';

/** Whether sync waits while the network is metered. */
export function MeteredSection({ settings: { preferences, can } }: { settings: DesktopSettings }) {
  const { t } = useTranslation('sync');
  return (
    <FormSection title={t('computer.metered.title')} intro={t('computer.metered.intro')}>
      <Switch
        label={t('computer.metered.label')}
        description={t(can.seeMetered ? 'computer.metered.hint' : 'computer.metered.unknown')}
        checked={preferences.pauseOnMetered}
        // A choice made where the system reports metered networks can still be undone where it does not.
        disabled={!can.seeMetered && !preferences.pauseOnMetered}
        onChange={(event) => void savePreferences({ pauseOnMetered: event.currentTarget.checked })}
      />
    </FormSection>
  );
}
