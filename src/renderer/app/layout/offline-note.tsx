import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../api/connection.ts';
import { When } from '../../components/when.tsx';
import styles from './offline-note.module.css';

/** Shown above every screen while the server does not answer: the data are those last loaded. */
export function OfflineNote() {
  const { t } = useTranslation('app');
  const { offlineSince: since, certificate } = useConnection();
  if (since === null) return null;
  // Not by `Trans`, whose parser of HTML every page would load.
  const [before, after] = t(certificate ? 'certificateNote' : 'offlineNote').split('<when/>');
  return (
    <div className={styles.note} role="status">
      <IconCloudOff size={18} aria-hidden="true" />
      <p>
        {certificate && <strong>{certificate} </strong>}
        {before}
        <When value={since} />
        {after}
      </p>
    </div>
  );
}
