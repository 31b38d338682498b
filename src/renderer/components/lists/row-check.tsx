import { type MouseEvent, useEffect, useRef } from 'react';
import styles from './row-check.module.css';

/**
 * The checkbox of a row, as a plain input: a list renders dozens of them while scrolling, and a component with its own
 * parts and states costs more than the rest of the row.
 */
export function RowCheck({
  label,
  checked,
  some = false,
  stop = true,
  onToggle,
}: {
  label: string;
  checked: boolean;
  /** Whether only a part of what it stands for is selected. */
  some?: boolean;
  /** Whether Tab reaches it; not in a list with a key for it. */
  stop?: boolean;
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
      data-check=""
      {...(stop ? {} : { tabIndex: -1 })}
      className={styles.box}
      aria-label={label}
      checked={checked}
      // Only the click event has the shift key; the change event does not.
      onChange={() => undefined}
      onClick={onToggle}
    />
  );
}
