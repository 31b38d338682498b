import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { useUser } from '../../api/session-store.ts';
import { type Area, screens } from '../screens.ts';
import styles from './area-frame.module.css';

/** The longest of the paths that contains the current page. */
function pathAbove(paths: readonly string[], pathname: string): string | undefined {
  const above = paths.filter((path) => pathname === path || pathname.startsWith(`${path}/`));
  return above.sort((a, b) => b.length - a.length)[0];
}

/** The tabs above the screens of an area. Each links to a screen. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab is open
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [here]);
  // A member who may read only one of the administration's screens gets no tabs.
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
