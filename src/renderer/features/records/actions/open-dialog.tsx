import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from '../../../components/dialog.module.css';
import { Modal } from '../../../components/modal.tsx';
import type { Obstacle } from './open-on-desktop.ts';

/** Why a document cannot be opened in its office program now, and what to do. */
export function OpenDialog({
  record,
  obstacle,
  onClose,
  onInsist,
  onDownload,
}: {
  record: string;
  obstacle: Obstacle | undefined;
  onClose: () => void;
  onInsist: () => void;
  onDownload: () => void;
}) {
  const { t } = useTranslation('records');
  return (
    <Modal opened={obstacle !== undefined} onClose={onClose} title={t('actions.openOnDesktop')} size={460}>
      {obstacle && <p className="secondary">{t(`open.${obstacle}`)}</p>}
      <div className={styles.buttons}>
        {obstacle === 'away' ? (
          <>
            <Button
              onClick={() => {
                onDownload();
                onClose();
              }}
            >
              {t('actions.download')}
            </Button>
            <Button component="a" href={`legajo://records/view/${record}`} variant="filled" onClick={onClose}>
              {t('open.app')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('common:cancel')}</Button>
            <Button variant="filled" onClick={onInsist}>
              {t(obstacle === 'paused' ? 'open.resume' : 'open.choose')}
            </Button>
          </>
        )}
      </div>
    </Modal>
  );
}
