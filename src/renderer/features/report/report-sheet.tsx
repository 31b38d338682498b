import type { ReactNode } from 'react';
import styles from './report.module.css';
import { usePrinting } from './use-printing.ts';

/** What the report stands on: on paper always the light one, whatever the screen's theme. */
export function ReportSheet({ children }: { children: ReactNode }) {
  const printing = usePrinting();
  return (
    <div className={styles.sheet} {...(printing ? { 'data-mantine-color-scheme': 'light' } : {})}>
      {children}
    </div>
  );
}
