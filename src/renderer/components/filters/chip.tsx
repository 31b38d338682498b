import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import styles from './filters.module.css';

/** The button of a filter: its name, what is chosen, and that it opens something. Narrowing ones are coloured. */
export function Chip({
  label,
  text,
  on,
  ...props
}: { label: string; text: string | undefined; on: boolean } & Omit<ComponentProps<'button'>, 'children'>) {
  return (
    <button type="button" {...props} className={styles.chip} data-on={on || undefined}>
      <span>{label}</span> <b>{text}</b>
      <IconChevronDown size={13} aria-hidden="true" />
    </button>
  );
}
