import type { ReactNode } from 'react';
import styles from './tag.module.css';

/** A label: an outlined tag, never a pill (those are states). */
export function Tag({ children, title }: { children: ReactNode; title?: string }) {
  return (
    <span className={styles.tag} title={title}>
      {children}
    </span>
  );
}
