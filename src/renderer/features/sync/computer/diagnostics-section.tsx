import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../components/form-page/form-page.tsx';
import { toast } from '../../../components/toast.tsx';
import { desktop, unwrap } from '../../../platform/platform.ts';
import { sentenceOf } from '../use-settings.ts';

/** Saves a file for support. It contains no secrets, and names only if the person includes them. */
export function DiagnosticsSection() {
  const { t } = useTranslation('sync');
  const [withNames, setWithNames] = useState(false);
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    if (!desktop) return;
    setSaving(true);
    try {
      const { saved } = await unwrap(desktop.app.saveDiagnostics({ withNames }));
      if (saved) toast.success(t('computer.diagnostics.saved'));
    } catch (error) {
      toast.error(t('computer.diagnostics.failed'), sentenceOf(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <FormSection title={t('computer.diagnostics.title')} intro={t('computer.diagnostics.intro')}>
      <Checkbox
        label={t('computer.diagnostics.names')}
        description={t('computer.diagnostics.namesHint')}
        checked={withNames}
        onChange={(event) => setWithNames(event.currentTarget.checked)}
      />
      <div className="buttons">
        <Button loading={saving} onClick={() => void save()}>
          {t('computer.diagnostics.save')}
        </Button>
      </div>
    </FormSection>
  );
}
