import { IconCloudOff } from '@tabler/icons-react';
import { Trans, useTranslation } from 'react-i18next';
import { useConnection } from '../../api/connection.ts';
import { When } from '../../components/when.tsx';
import styles from './offline-note.module.css';

/** Shown above every screen while the server does not answer: the data are those last loaded. */
export function OfflineNote() {
  const { t } = useTranslation('app');
  const { offlineSince: since, certificate } = useConnection();
  if (since === null) return null;
  return (
    <div className={styles.note} role="status">
      <IconCloudOff size={18} aria-hidden="true" />
      <p>
        {certificate && <strong>{certificate} </strong>}
        <Trans
          t={t}
          i18nKey={certificate ? 'certificateNote' : 'offlineNote'}
          components={{ when: <When value={since} /> }}
        />
      </p>
    </div>
  );
}
