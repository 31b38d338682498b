import { useDisclosure } from '@mantine/hooks';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { useEndpoint } from '../../api/client.ts';
import { useOffline } from '../../api/connection.ts';
import { signOut } from '../../api/session.ts';
import { useUser } from '../../api/session-store.ts';
import { toast } from '../../components/toast.tsx';
import { openCollaborative } from '../../features/collaborative/store.ts';
import { openRules } from '../../features/rules/store.ts';
import { isFileOf, openWizard, uploadVersion } from '../../features/upload/start.ts';
import { wantLater } from '../../hooks/later.ts';
import { palette } from '../../hooks/palette-store.ts';
import type { ShellActions } from '../../hooks/shell-actions.ts';
import { desktop } from '../../platform/platform.ts';
import { canOpen, screens } from '../screens.ts';
import { documentParts } from './document-parts.ts';
import { SyncSummary } from './sync-parts.tsx';

/** Opens something that is drawn by a part of the shell that may not be loaded yet. */
const later =
  <Given extends unknown[]>(open: (...given: Given) => void) =>
  (...given: Given): void => {
    wantLater();
    open(...given);
  };

/** Why this person may upload nowhere; undefined where they may, or while it is not known. */
function useUploadBlocked(isAdmin: boolean): string | undefined {
  const { t } = useTranslation('app');
  const { data: libraries } = useEndpoint('groupsByMember', {});
  const offline = useOffline();
  if (offline) return t('blocked.offline');
  if (!libraries) return undefined;
  if (libraries.some((library) => library.roles?.includes('upload'))) return undefined;
  // Who administers has nobody to ask.
  if (isAdmin) return t('blocked.admin');
  return t(libraries.length === 0 ? 'blocked.noLibrary' : 'blocked.reader');
}

/** The actions that the shell offers to its screens. */
export function useActions() {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const user = useUser();
  const uploadBlocked = useUploadBlocked(user.isAdmin);
  const [opened, { open, close }] = useDisclosure(false);
  const endTour = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tour of a page ends when the page is left
  useEffect(() => () => endTour.current?.(), [pathname]);

  const actions = useMemo<ShellActions>(() => {
    const showTour = async (): Promise<void> => {
      const load = screens.find((row) => matchPath(row.path, pathname))?.tour;
      const [steps, { startTour }] = await Promise.all([load?.(), import('../tour.ts')]);
      endTour.current = steps && startTour(steps.tour());
      if (!endTour.current) toast.warning(t('noTour'));
    };
    // After sign-out the next person starts at the dashboard, not on this page.
    const leave = async (): Promise<void> => {
      await signOut();
      void navigate('/', { replace: true, state: null });
    };
    /** Without an answer of the server what was asked for is done all the same. */
    const ask = (): Promise<Partial<typeof import('./leave.tsx')>> => import('./leave.tsx').catch(() => ({}));
    const askAndLeave = async (): Promise<void> => {
      const { askToSignOut } = await ask();
      if (askToSignOut) askToSignOut(user._id, () => void leave());
      else await leave();
    };
    const reload = async (): Promise<void> => {
      const again = (): void => window.location.reload();
      const { unlessUploading } = await ask();
      if (unlessUploading) unlessUploading(again);
      else again();
    };
    return {
      openUpload: uploadBlocked ? undefined : openWizard,
      openCollaborative: uploadBlocked ? undefined : later(openCollaborative),
      uploadVersion,
      isFileOf,
      openRules: later(openRules),
      uploadBlocked,
      reload: () => void reload(),
      signOut: () => void askAndLeave(),
      startTour: () => void showTour(),
      openPalette: later(palette.open),
      openShortcuts: later(open),
      documents: documentParts,
      SyncSummary: desktop ? SyncSummary : undefined,
    };
  }, [t, pathname, navigate, uploadBlocked, open, user._id]);

  const go = (path: string): void => {
    if (canOpen(path, user)) void navigate(path);
  };

  return { actions, go, sheet: { opened, close } };
}
