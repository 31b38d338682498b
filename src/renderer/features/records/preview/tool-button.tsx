import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './preview.module.css';

/**
 * A button of a preview's toolbar. One that has nothing to do right now keeps the focus, and says that it is off: its own
 * press turns it off at the end of a range.
 */
export function ToolButton({
  label,
  off = false,
  pressed,
  onClick,
  children,
}: {
  label: string;
  off?: boolean;
  /** For one that switches something. */
  pressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <ActionIcon
      variant="subtle"
      aria-label={label}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      {...(off && { 'aria-disabled': true, 'data-disabled': true, className: styles.off ?? '' })}
      onClick={() => !off && onClick()}
    >
      {children}
    </ActionIcon>
  );
}
