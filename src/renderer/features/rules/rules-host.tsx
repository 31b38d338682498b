import './catalogue.ts';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Drawer } from '../../components/modal.tsx';
import { LoadingRows } from '../../components/page/screen-states.tsx';
import styles from './rules.module.css';
import { closeRules, useRules } from './store.ts';
import { useLeave } from './use-leave.ts';

const RulesPanel = lazy(async () => ({ default: (await import('./rules-panel.tsx')).RulesPanel }));

/** The panel with the rules of a folder, beside the screen that opened it. */
export function RulesHost() {
  const { t } = useTranslation('rules');
  const { seed, opened } = useRules();
  const leave = useLeave();
  const close = (): void => leave(closeRules);
  const { pathname, search } = useLocation();
  const place = `${pathname}${search}`;
  const shown = useRef(place);
  // Closes on navigation: another page has other rules. Not at the start: it may have been opened before this was loaded.
  useEffect(() => {
    if (shown.current !== place) closeRules();
    shown.current = place;
  }, [place]);
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position="right"
      size={560}
      classNames={{ content: styles.drawer ?? '', body: styles.body ?? '' }}
      title={
        <span className={styles.title}>
          {t('title')}
          <small>{seed?.name}</small>
        </span>
      }
    >
      {seed && (
        <Suspense fallback={<LoadingRows rows={5} height={56} />}>
          <RulesPanel key={seed.folder} seed={seed} />
        </Suspense>
      )}
    </Drawer>
  );
}
