import { Button } from '@mantine/core';
import { IconCalendarCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { periodWords } from '#shared/calendars/period.ts';
import { setDetails, useWizard } from '../wizard-store.ts';
import styles from './evidence-note.module.css';

/** Says of which due day the documents will be evidence, on every step. Who does not want that takes it away. */
export function EvidenceNote() {
  const { t } = useTranslation('upload');
  const evidence = useWizard(({ details }) => details.evidence);
  const step = useWizard((state) => state.step);
  const submitting = useWizard((state) => state.submitting);
  if (!evidence) return null;
  const { title, period } = evidence;
  return (
    <div className={styles.note} role="note">
      <IconCalendarCheck size={18} aria-hidden="true" />
      <p>{t('evidence.will', { title, period: periodWords(period) })}</p>
      {step !== 'done' && (
        <Button
          size="xs"
          variant="subtle"
          disabled={submitting}
          onClick={() => setDetails({ evidence: undefined })}
        >
          {t('evidence.without')}
        </Button>
      )}
    </div>
  );
}
