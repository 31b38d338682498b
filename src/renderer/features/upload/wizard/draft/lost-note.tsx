import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLostGroup } from '../fields/place-fields.tsx';
import { isReachable } from '../steps/steps.ts';
import { goTo, useWizard } from '../wizard-store.ts';
import styles from './lost-note.module.css';

/** Says on every other step what the library's field says: that another one has to be chosen. */
export function LostNote() {
  const { t } = useTranslation('upload');
  const draft = useWizard();
  const { step, submitting } = draft;
  const lost = useLostGroup();
  if (!lost || submitting || step === 'details' || step === 'done') return null;
  return (
    <div role="alert" className={styles.note}>
      <IconAlertTriangle size={18} aria-hidden="true" />
      <p>{lost}</p>
      {isReachable('details', draft, step) && (
        <Button onClick={() => goTo('details')}>{t('details.groupOther')}</Button>
      )}
    </div>
  );
}
