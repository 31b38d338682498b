import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from '../documents-sheet.module.css';

/** A value that the file itself has, to be taken by a click. The button goes away then, and its field has the focus. */
export function OfferedValue({
  label,
  value,
  onTake,
}: {
  /** What screen readers say before the value. */
  label: string;
  value: string;
  onTake: () => void;
}) {
  const { t } = useTranslation('upload');
  return (
    <button
      type="button"
      className={styles.offered}
      aria-label={`${label}: ${value}`}
      title={t('said.take')}
      onClick={({ currentTarget }) => {
        const field = currentTarget.parentElement?.querySelector('input');
        onTake();
        field?.focus();
      }}
    >
      <IconFileText size={14} aria-hidden="true" />
      <span className="ellipsis">{value}</span>
    </button>
  );
}
