import { IconTrashX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BinTotals } from '#shared/retention/bin.schemas.ts';
import { RowCheck } from '../../components/lists/row-check.tsx';
import { WriteButton } from '../../components/write.tsx';
import { formatSize } from '../../i18n/format.ts';
import styles from './bin.module.css';

/**
 * Totals for the current filters, what keeps documents from being deleted, a checkbox for the whole page, and the
 * button that empties the bin.
 */
export function BinHead({
  totals,
  all,
  some,
  onAll,
  onEmpty,
}: {
  totals: BinTotals;
  all: boolean;
  some: boolean;
  onAll: () => void;
  onEmpty: () => void;
}) {
  const { t } = useTranslation('bin');
  const parts = [
    t('totals.documents', { count: totals.documents }),
    formatSize(totals.bytes),
    ...(totals.held > 0 ? [t('totals.held', { count: totals.held })] : []),
    ...(totals.retained > 0 ? [t('totals.retained', { count: totals.retained })] : []),
  ];
  return (
    <div className={styles.bar}>
      <span className={styles.totals}>
        <RowCheck label={t('batch.all')} checked={all} some={some && !all} onToggle={onAll} />
        <span className="secondary" aria-live="polite">
          {parts.join(' · ')}
        </span>
      </span>
      <WriteButton
        variant="subtle"
        color="red"
        leftSection={<IconTrashX size={16} aria-hidden="true" />}
        onClick={onEmpty}
      >
        {t('emptying.title')}
      </WriteButton>
    </div>
  );
}
