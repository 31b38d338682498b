import { type ReactNode, useEffect, useRef } from 'react';
import { desktopInfo } from '../../platform/platform.ts';
import { Footer } from '../page/footer.tsx';
import { Logo } from '../page/logo.tsx';
import styles from './entry-frame.module.css';
import { Shelf } from './shelf.tsx';

/** The page around every form before the app itself is open: the form at the left, the shelf at the right or on top. */
export function Frame({
  title,
  body,
  children,
  aside,
}: {
  title: string;
  body: ReactNode;
  children: ReactNode;
  /** Below the form, under a line. */
  aside?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  // A new step is announced from its heading; the page itself opens with the first field focused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of step that counts
  useEffect(() => {
    if (first.current) first.current = false;
    else if (!document.activeElement || document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <div className={styles.page} data-controls={desktopInfo()?.windowControls}>
      <main className={styles.form}>
        <div className={styles.column}>
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
