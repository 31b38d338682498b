import type { ReactNode } from 'react';
import styles from './information.module.css';

/** A field of the sheet, with the notes below it. */
export function Row({
  label,
  htmlFor,
  children,
  below,
}: {
  label: string;
  htmlFor?: string;
  children: ReactNode;
  below?: ReactNode;
}) {
  return (
    <div className={styles.row}>
      {htmlFor ? <label htmlFor={htmlFor}>{label}</label> : <span className={styles.label}>{label}</span>}
      <div>
        {children}
        {below}
      </div>
    </div>
  );
}
