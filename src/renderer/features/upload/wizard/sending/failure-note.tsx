import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from '../draft/lost-note.module.css';
import { uploadableDocuments } from '../steps/steps.ts';
import { useWizard } from '../wizard-store.ts';

/** Says how many of several documents the server refused. Why stands at each of them. */
export function FailureNote() {
  const { t } = useTranslation('upload');
  const draft = useWizard();
  const { failure } = draft;
  // One alone is said by a toast.
  if (!failure || failure.all === 1 || uploadableDocuments(draft).length === 0) return null;
  return (
    <div role="alert" className={`${styles.note} ${styles.failed}`}>
      <IconAlertTriangle size={18} aria-hidden="true" />
      <p>
        <b>{t('submit.failed', failure)}</b> {t('submit.failedStay', failure)}
      </p>
    </div>
  );
}
