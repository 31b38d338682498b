import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useNarrow } from '../../hooks/use-narrow.ts';
import styles from './page.module.css';

/** A screen of one column: title, description, actions and content. */
export function Page({
  title,
  intro,
  back,
  actions,
  actionsLast = false,
  wide = false,
  children,
}: {
  title: string;
  intro?: ReactNode;
  /** A link to the list that it belongs to. */
  back?: { to: string; label: string };
  /** Buttons on the right of the title; at most one of them is filled. */
  actions?: ReactNode;
  /** Whether they come after the content on a narrow screen, where they would stand before what one came to see. */
  actionsLast?: boolean;
  /** Whether it has tables that use the width of a wide screen. */
  wide?: boolean;
  children: ReactNode;
}) {
  const last = useNarrow() && actionsLast;
  return (
    <div className={`${styles.page} ${wide ? styles.wide : ''}`}>
      <header className={styles.head}>
        <div className={styles.text}>
          {back && (
            <Link to={back.to} className={styles.back}>
              <IconChevronLeft size={14} aria-hidden="true" />
              {back.label}
            </Link>
          )}
          <h1 tabIndex={-1}>{title}</h1>
          {intro && <p className="secondary">{intro}</p>}
        </div>
        {actions && !last && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
      {last && <div className={styles.later}>{actions}</div>}
    </div>
  );
}
