import './catalogue.ts';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './filters.module.css';

/** A screen's filters as chips in one line, which scrolls on narrow screens. What they say is kept in the URL. */
export function FilterStrip({
  isNarrowed,
  onClear,
  tour,
  children,
}: {
  /** Whether any of them is set: then all can be cleared at once. */
  isNarrowed: boolean;
  onClear: () => void;
  /** Name of the strip in the screen's tour. */
  tour: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('filters');
  const strip = useRef<HTMLElement>(null);
  const clear = (): void => {
    onClear();
    // The pressed button goes away.
    strip.current?.querySelector('button')?.focus();
  };
  return (
    <search ref={strip} className={styles.strip} aria-label={t('label')} data-tour={tour}>
      {children}
      {isNarrowed && (
        <button type="button" className={`link ${styles.clear}`} onClick={clear}>
          {t('clear')}
        </button>
      )}
    </search>
  );
}
