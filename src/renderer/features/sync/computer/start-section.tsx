import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../components/form-page/form-page.tsx';
import { savePreferences } from '../use-settings.ts';

/** Whether the app starts when the person signs in to this computer. */
export function StartSection({ on }: { on: boolean }) {
  const { t } = useTranslation('sync');
  return (
    <FormSection title={t('computer.start.title')} intro={t('computer.start.intro')}>
      <Switch
        label={t('computer.start.label')}
        description={t('computer.start.hint')}
        checked={on}
        onChange={(event) => void savePreferences({ openAtLogin: event.currentTarget.checked })}
      />
    </FormSection>
  );
}
