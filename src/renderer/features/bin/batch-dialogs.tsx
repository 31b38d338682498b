import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import dialog from '../../components/dialog.module.css';
import { Modal } from '../../components/modal.tsx';
import { WriteButton } from '../../components/write.tsx';
import styles from './bin.module.css';
import type { BatchOutcome } from './use-batch.ts';

/** Asks for confirmation before many documents are deleted for good. */
export function PurgeManyDialog({
  count,
  opened,
  busy,
  onConfirm,
  onClose,
}: {
  count: number;
  opened: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('bin');
  return (
    <Modal opened={opened} onClose={onClose} title={t('remove')}>
      <p>{t('batch.removeBody', { count })}</p>
      <div className={dialog.buttons}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <WriteButton variant="filled" color="red" loading={busy} onClick={onConfirm}>
          {t('remove')}
        </WriteButton>
      </div>
    </Modal>
  );
}

/** Lists the documents that a batch did not change, each with its reason. */
export function OutcomeDialog({
  outcome,
  titleOf,
  onClose,
}: {
  outcome: BatchOutcome | undefined;
  titleOf: (record: string) => string;
  onClose: () => void;
}) {
  const { t } = useTranslation('bin');
  return (
    <Modal opened={outcome !== undefined} onClose={onClose} title={t('batch.outcome')}>
      {outcome && (
        <>
          <p>
            {t('batch.done', { count: outcome.done })} {t('batch.refused', { count: outcome.refused.length })}
          </p>
          <ul className={styles.list}>
            {outcome.refused.map(({ record, message }) => (
              <li key={record} className={styles.item}>
                <div className={styles.text}>
                  <b>{titleOf(record)}</b>
                  <p className="meta">{message}</p>
                </div>
              </li>
            ))}
          </ul>
          <div className={dialog.buttons}>
            <Button onClick={onClose}>{t('common:close')}</Button>
          </div>
        </>
      )}
    </Modal>
  );
}
