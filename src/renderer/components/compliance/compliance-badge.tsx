import {
  IconAlertTriangle,
  IconCheck,
  IconChevronDown,
  IconHelp,
  IconMinus,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './compliance-badge.module.css';

/** The colours of a folder (docs/domain/compliance.md): grey without rules, green if it complies, red if not. */
export type Compliance = 'none' | 'ok' | 'fail';

/** A colour, or that it is not known: what it was judged by has changed since. */
type Shown = Compliance | 'unsure';

const MARKS: Readonly<Record<Shown, TablerIcon>> = {
  none: IconMinus,
  ok: IconCheck,
  fail: IconX,
  unsure: IconHelp,
};

/**
 * Square corners distinguish it from a state. With `onOpen` it is a button that opens the reasons, and takes the props
 * that a popover gives to its target.
 */
export function ComplianceBadge({
  value,
  text,
  onOpen,
  className = '',
  ...target
}: {
  value: Shown;
  /** Said in the place of the colour's usual word. */
  text?: string;
  onOpen?: () => void;
} & Omit<ComponentPropsWithRef<'button'>, 'value'>) {
  const { t } = useTranslation();
  const Mark = MARKS[value];
  const look = `${styles.badge} ${styles[value]} ${className}`;
  const content = (
    <>
      <Mark size={14} aria-hidden="true" />
      <span>{text ?? t(`compliance.${value}`)}</span>
    </>
  );
  return onOpen ? (
    <button type="button" {...target} className={look} onClick={onOpen}>
      {content}
      <IconChevronDown size={14} aria-hidden="true" />
    </button>
  ) : (
    <span className={look}>{content}</span>
  );
}

/** "Por vencer": amber text beside green, never a fourth colour. */
export function DueSoon() {
  const { t } = useTranslation();
  return (
    <span className={styles.soon}>
      <IconAlertTriangle size={14} aria-hidden="true" />
      {t('dueSoon')}
    </span>
  );
}
