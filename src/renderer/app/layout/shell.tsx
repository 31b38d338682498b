import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { calendarsHref } from '#shared/platform/hrefs.ts';
import { useWatchConnection } from '../../api/connection.ts';
import { connect } from '../../api/realtime.ts';
import { useUser } from '../../api/session-store.ts';
import { Footer } from '../../components/page/footer.tsx';
import { CollaborativeHost } from '../../features/collaborative/collaborative-host.tsx';
import { NativeNotices } from '../../features/notifications/native-notices.tsx';
import { RulesHost } from '../../features/rules/rules-host.tsx';
import { Dock as SyncDock } from '../../features/sync/dock.tsx';
import { UploadsHost } from '../../features/upload/uploads-host.tsx';
import { ShellActionsProvider } from '../../hooks/shell-actions.ts';
import { useShortcuts } from '../../hooks/use-shortcuts.ts';
import { desktopInfo } from '../../platform/platform.ts';
import { DesktopNotices } from '../desktop-notices.tsx';
import { Palette } from '../palette.tsx';
import { ShortcutSheet } from '../shortcut-sheet.tsx';
import { endTour } from '../tour.ts';
import { UpdateNotice } from '../update-notice.tsx';
import { Brand } from './brand.tsx';
import { OfflineNote } from './offline-note.tsx';
import styles from './shell.module.css';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { useActions } from './use-actions.tsx';

/** Moves focus and scroll position to the start of a new page; going back restores them. */
function useFreshPage(): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const { pathname } = useLocation();
  const kind = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
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

  // Navigation closes the drawer and ends a running tour.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(
    () => () => {
      closeDrawer();
      endTour();
    },
    [pathname],
  );

  useEffect(() => connect(user._id), [user._id]);
  useWatchConnection();

  useShortcuts({
    c: () => actions.openUpload?.(),
    n: () => actions.openCollaborative?.(),
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
          <TopBar onMenu={openDrawer} />
          <UpdateNotice />
          <div className={styles.row}>
            <main className={styles.sheet} id="main" tabIndex={-1} ref={main}>
              <OfflineNote />
              <Outlet />
            </main>
            <SyncDock />
          </div>
        </div>
        <Footer />
      </div>
      <Drawer
        opened={drawer}
        onClose={closeDrawer}
        size={272}
        title={<Brand />}
        closeButtonProps={{ 'aria-label': t('nav.close') }}
        classNames={{ header: styles.drawerHeader ?? '', body: styles.drawerBody ?? '' }}
      >
        <SideMenu inDrawer onGo={closeDrawer} />
      </Drawer>
      <Palette />
      <ShortcutSheet opened={sheet.opened} onClose={sheet.close} />
      <DesktopNotices />
      <NativeNotices />
      <UploadsHost />
      <RulesHost />
      <CollaborativeHost />
    </ShellActionsProvider>
  );
}
