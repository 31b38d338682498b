import { IconAlertTriangle, IconCheck, IconMinus, IconX, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './compliance-badge.module.css';

/** The three colours of a folder (spec §2): grey no rules, green complies, red does not. */
export type Compliance = 'none' | 'ok' | 'fail';

const MARKS: Readonly<Record<Compliance, TablerIcon>> = { none: IconMinus, ok: IconCheck, fail: IconX };

/**
 * Square-cornered, so that it is never taken for a state. With `onOpen` it is the button that opens its reasons.
 *
 * @public drawn once here; the folders' rules bring what it shows
 */
export function ComplianceBadge({ value, onOpen }: { value: Compliance; onOpen?: () => void }) {
  const { t } = useTranslation();
  const Mark = MARKS[value];
  const content = (
    <>
      <Mark size={14} aria-hidden="true" />
      <span>{t(`compliance.${value}`)}</span>
    </>
  );
  const className = `${styles.badge} ${styles[value]}`;
  return onOpen ? (
    <button type="button" className={className} onClick={onOpen}>
      {content}
    </button>
  ) : (
    <span className={className}>{content}</span>
  );
}

/**
 * "Por vencer": amber text beside green, never a fourth colour.
 *
 * @public as above
 */
export function DueSoon() {
  const { t } = useTranslation();
  return (
    <span className={styles.soon}>
      <IconAlertTriangle size={14} aria-hidden="true" />
      {t('dueSoon')}
    </span>
  );
}
