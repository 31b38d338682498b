import { type ReactNode, useEffect, useRef } from 'react';
import { desktopInfo } from '../../platform/platform.ts';
import { Footer } from '../page/footer.tsx';
import { Logo } from '../page/logo.tsx';
import styles from './entry-frame.module.css';
import { Shelf } from './shelf.tsx';

/** The page around every form before the app is open: the form on the left, the shelf on the right or on top. */
export function Frame({
  title,
  body,
  children,
  aside,
  wide = false,
}: {
  title: string;
  body: ReactNode;
  children: ReactNode;
  /** Shown below the form, under a line. */
  aside?: ReactNode;
  /** Lists need more room than a form. */
  wide?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  // A new step moves the focus to its heading, so that it is announced. At first the first field has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the step changes
  useEffect(() => {
    if (first.current) first.current = false;
    else if (!document.activeElement || document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <div className={styles.page} data-controls={desktopInfo()?.windowControls}>
      <main className={styles.form}>
        <div className={styles.column} data-wide={wide || undefined}>
          <div className={styles.brand}>
            <Logo size={30} />
            <b>Legajo</b>
          </div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className={styles.body}>{body}</p>
          {children}
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
      </main>
      <Shelf />
      <Footer />
    </div>
  );
}
