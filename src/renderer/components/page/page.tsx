import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './page.module.css';

/** A screen of one column: title, description, actions and content. */
export function Page({
  title,
  intro,
  back,
  actions,
  actionsBeside = false,
  fills = false,
  wide = false,
  children,
}: {
  title: string;
  intro?: ReactNode;
  /** A link to the list that it belongs to. */
  back?: { to: string; label: string };
  /** Buttons on the right of the title; at most one of them is filled. */
  actions?: ReactNode;
  /** Whether they stand in one line with the title at every width (`HeadActions`), and the description below. */
  actionsBeside?: boolean;
  /** Whether it has tables that use the width of a wide screen. */
  wide?: boolean;
  /** Whether it is as tall as the window, for content that grows (`grow` in `global.css`). */
  fills?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={`${styles.page} ${wide ? styles.wide : ''} ${fills ? styles.fills : ''}`}>
      <header className={`${styles.head} ${actionsBeside ? styles.beside : ''}`}>
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
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
