import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { useUser } from '../../api/session-store.ts';
import { type Area, screens } from '../screens.ts';
import styles from './area-frame.module.css';

/** Of some paths, the one under which this page lies; the longest, where one lies under another. */
function pathAbove(paths: readonly string[], pathname: string): string | undefined {
  const above = paths.filter((path) => pathname === path || pathname.startsWith(`${path}/`));
  return above.sort((a, b) => b.length - a.length)[0];
}

/**
 * The index tabs above the screens of an area: each leads to a screen, and the one that is open is joined to it.
 */
export function AreaFrame({ area }: { area: Area }) {
  const { t } = useTranslation('app');
  const user = useUser();
  const { pathname } = useLocation();
  const strip = useRef<HTMLElement>(null);
  const tabs = screens.filter((row) => row.area === area && row.tab && (row.allows?.(user) ?? true));
  const here = pathAbove(
    tabs.map((tab) => tab.path),
    pathname,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [here]);
  // A member who may only read one of the administration's screens has nowhere else to go there.
  if (tabs.length < 2) return <Outlet />;
  return (
    <>
      <nav className={styles.tabs} aria-label={t(`areas.${area}`)} ref={strip}>
        {tabs.map((tab) => (
          <Link
            key={tab.path}
            to={tab.path}
            className={styles.tab}
            aria-current={tab.path === here ? 'page' : undefined}
          >
            {t(tab.tab ?? '')}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
