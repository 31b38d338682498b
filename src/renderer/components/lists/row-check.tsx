import { type MouseEvent, useEffect, useRef } from 'react';
import styles from './row-check.module.css';

/**
 * The checkbox of a row: the browser's own. A list draws dozens of them while one scrolls, and a component with parts
 * and states of its own costs more than the rest of the row.
 */
export function RowCheck({
  label,
  checked,
  some = false,
  onToggle,
}: {
  label: string;
  checked: boolean;
  /** Some of what it stands for is chosen, not all. */
  some?: boolean;
  onToggle: (event: MouseEvent<HTMLInputElement>) => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={styles.box}
      aria-label={label}
      checked={checked}
      // The click knows of the shift key, the change does not.
      onChange={() => undefined}
      onClick={onToggle}
    />
  );
}
