import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { calendarsHref } from '#shared/platform/hrefs.ts';
import { useWatchConnection } from '../../api/connection.ts';
import { connect } from '../../api/realtime.ts';
import { useUser } from '../../api/session-store.ts';
import { Footer } from '../../components/page/footer.tsx';
import { toast } from '../../components/toast.tsx';
import { useLater, wantLater } from '../../hooks/later.ts';
import { ShellActionsProvider } from '../../hooks/shell-actions.ts';
import { untilLoaded } from '../../hooks/until-loaded.ts';
import { useShortcuts } from '../../hooks/use-shortcuts.ts';
import { desktop, desktopInfo } from '../../platform/platform.ts';
import { useDrawn } from '../drawn.ts';
import { Brand } from './brand.tsx';
import { useLeftBy } from './left-by.ts';
import { OfflineNote } from './offline-note.tsx';
import styles from './shell.module.css';
import { SideMenu } from './side-menu.tsx';
import { SyncDock } from './sync-parts.tsx';
import { TopBar } from './top-bar.tsx';
import { useActions } from './use-actions.tsx';
import { useEarlyFiles } from './use-early-files.ts';
import { usePaletteKey } from './use-palette-key.ts';

const UpdateNotice = lazy(async () => ({
  default: (await untilLoaded(() => import('../update-notice.tsx'))).UpdateNotice,
}));
const LaterParts = lazy(async () => ({
  default: (await untilLoaded(() => import('./later-parts.tsx'))).LaterParts,
}));

/** Moves focus and scroll position to the start of a new page; going back restores them. */
function useFreshPage(): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const { pathname } = useLocation();
  const kind = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => {
    // A page that the browser loads begins where browsers begin; after signing in, the form that had the focus is gone.
    const loaded = first.current && kind === 'POP';
    first.current = false;
    if (loaded) return;
    main.current?.focus({ preventScroll: true });
    if (kind !== 'POP') window.scrollTo(0, 0);
  }, [pathname]);
  return main;
}

/** The layout around every guarded screen: side menu, top bar, content, footer. */
export function Shell() {
  const { t } = useTranslation('app');
  const user = useUser();
  const { pathname } = useLocation();
  const [drawer, { open: openDrawer, close: closeDrawer }] = useDisclosure(false);
  const { actions, go, sheet } = useActions();
  const main = useFreshPage();
  useDrawn();
  usePaletteKey();
  useEarlyFiles(actions.openUpload);
  const openMenu = (): void => {
    wantLater();
    openDrawer();
  };
  const later = useLater((state) => state.wanted);

  // Navigation closes the drawer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => closeDrawer, [pathname]);

  useEffect(() => connect(user._id), [user._id]);
  useWatchConnection();

  // A key has no place at which the reason could stand.
  const orReason = (open: (() => void) | undefined): unknown =>
    open ? open() : toast.reason(actions.uploadBlocked);
  useShortcuts({
    c: () => orReason(actions.openUpload),
    n: () => orReason(actions.openCollaborative),
    'g d': () => go('/dashboard'),
    'g n': () => go('/records/search'),
    'g r': () => go(calendarsHref(user)),
    '?': actions.openShortcuts,
  });

  return (
    <ShellActionsProvider value={actions}>
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      <div className={styles.app} data-controls={desktopInfo()?.windowControls}>
        <aside className={styles.side} aria-label={t('nav.label')}>
          <Brand />
          <SideMenu />
        </aside>
        <div className={styles.column}>
          <TopBar onMenu={openMenu} />
          {desktop && (
            <Suspense>
              <UpdateNotice />
            </Suspense>
          )}
          <div className={styles.row}>
            <main className={styles.sheet} id="main" tabIndex={-1} ref={main} {...useLeftBy()}>
              <OfflineNote />
              <Outlet />
            </main>
            <SyncDock />
          </div>
        </div>
        <Footer />
      </div>
      {later && (
        <Suspense>
          <LaterParts sheet={sheet} drawer={{ opened: drawer, close: closeDrawer }} />
        </Suspense>
      )}
    </ShellActionsProvider>
  );
}
