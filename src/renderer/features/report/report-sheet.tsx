import type { ReactNode } from 'react';
import styles from './report.module.css';
import { usePrinting } from './use-printing.ts';

/** The background of the report. On paper it is always light, whatever the theme. */
export function ReportSheet({ children }: { children: ReactNode }) {
  const printing = usePrinting();
  return (
    <div className={styles.sheet} {...(printing ? { 'data-mantine-color-scheme': 'light' } : {})}>
      {children}
    </div>
  );
}
