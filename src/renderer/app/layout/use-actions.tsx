import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { useEndpoint } from '../../api/client.ts';
import { useOffline } from '../../api/connection.ts';
import { signOut } from '../../api/session.ts';
import { useUser } from '../../api/session-store.ts';
import { toast } from '../../components/toast.tsx';
import { palette } from '../../hooks/palette-store.ts';
import type { ShellActions } from '../../hooks/shell-actions.ts';
import { canOpen, screens } from '../screens.ts';
import { collaborative, rules, sync, uploads } from '../slots.ts';
import { startTour } from '../tour.ts';

/** Why this person can upload nowhere, or undefined where they can, or where that is not known yet. */
function useUploadBlocked(): string | undefined {
  const { t } = useTranslation('app');
  const { data: libraries } = useEndpoint('groupsByMember', {});
  const offline = useOffline();
  if (offline) return t('blocked.offline');
  if (!libraries) return undefined;
  if (libraries.length === 0) return t('blocked.noLibrary');
  return libraries.some((library) => library.roles?.includes('upload')) ? undefined : t('blocked.reader');
}

/** Everything that the shell offers to the screens in it. */
export function useActions() {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const user = useUser();
  const uploadBlocked = useUploadBlocked();
  const [opened, { open, close }] = useDisclosure(false);

  const actions = useMemo<ShellActions>(() => {
    const unlessUploading = (then: () => void): void => {
      if (!uploads?.running()) {
        then();
        return;
      }
      modals.openConfirmModal({
        title: t('uploading.title'),
        children: <Text size="sm">{t('uploading.body')}</Text>,
        labels: { confirm: t('uploading.go'), cancel: t('uploading.stay') },
        confirmProps: { variant: 'filled' },
        onConfirm: then,
      });
    };
    const showTour = async (): Promise<void> => {
      const load = screens.find((row) => matchPath(row.path, pathname))?.tour;
      const shown = load ? await startTour((await load()).tour()) : false;
      if (!shown) toast.warning(t('noTour'));
    };
    // The next person to sign in here begins at the Panel, not where this one was.
    const leave = async (): Promise<void> => {
      await signOut();
      void navigate('/', { replace: true, state: null });
    };
    return {
      openUpload: uploads && !uploadBlocked ? uploads.open : undefined,
      openCollaborative: collaborative && !uploadBlocked ? collaborative.open : undefined,
      uploadVersion: uploads?.uploadVersion,
      openRules: rules?.open,
      uploadBlocked: uploads && uploadBlocked,
      unlessUploading,
      reload: () => unlessUploading(() => window.location.reload()),
      signOut: () => unlessUploading(() => void leave()),
      startTour: () => void showTour(),
      openPalette: palette.open,
      openShortcuts: open,
      SyncSummary: sync?.Summary,
    };
  }, [t, pathname, navigate, uploadBlocked, open]);

  const go = (path: string): void => {
    if (canOpen(path, user)) void navigate(path);
  };

  return { actions, go, sheet: { opened, close } };
}
