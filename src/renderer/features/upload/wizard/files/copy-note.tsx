import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { desktop } from '../../../../platform/platform.ts';
import styles from '../steps/file-step.module.css';
import type { Document } from '../steps/steps.ts';
import { useWizard } from '../wizard-store.ts';

// In a browser the document opens in a new tab, because the wizard would cover it. The desktop opens no second window.
const beside = desktop ? {} : { target: '_blank', rel: 'noopener' };

/** Says that a file was chosen twice under two names, or is in a library already, with a link to it. */
export function CopyNote({ document: { copy } }: { document: Document }) {
  const { t } = useTranslation('upload');
  const twin = useWizard(({ documents }) => documents.find(({ id }) => id === copy?.chosen));
  if (!copy?.record && !twin) return null;
  return (
    <div className={`meta ${styles.copy}`} role="status">
      <IconAlertTriangle size={14} aria-hidden="true" />
      {copy?.record ? (
        <span>
          {t('file.already')}{' '}
          <Link to={`/records/view/${copy.record._id}`} className="link" {...beside}>
            {copy.record.title}
          </Link>
        </span>
      ) : (
        <span>{t('file.sameAs', { name: twin?.file.name })}</span>
      )}
    </div>
  );
}
