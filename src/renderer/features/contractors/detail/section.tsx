import { type ReactNode, useId } from 'react';
import styles from './detail.module.css';

/** A part of the page with its heading, and what can be done there. */
export function Section({
  title,
  count,
  actions,
  children,
  tour,
}: {
  title: string;
  count?: number | undefined;
  actions?: ReactNode;
  children: ReactNode;
  tour?: string;
}) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} {...(tour ? { 'data-tour': tour } : {})}>
      <header className={styles.sectionHead}>
        <h2 id={heading}>
          {title}
          {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
