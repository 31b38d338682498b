import { MantineProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router-dom';
import { BREAKPOINTS, TOAST_MS } from '#shared/platform/limits.ts';
import { queryClient } from '../api/query-client.ts';
import { resume, watchSession } from '../api/session.ts';
import { desktop, desktopSettings, unwrap } from '../platform/platform.ts';
import { cssVariablesResolver, theme } from '../theme/theme.ts';
import { goFromOutside } from './go-from-outside.ts';
import { router } from './router.tsx';

/** The root: theme, cache, dialogs, toasts, routes. Restores the stored session once. */
export function App() {
  const { t } = useTranslation();
  // On narrow screens the main actions are at the bottom, where a toast would cover them.
  const narrow = useMediaQuery(`(max-width: ${BREAKPOINTS.tablet - 1}px)`);

  useEffect(() => {
    void resume();
    const unwatch = watchSession();
    const unlisten = desktop?.app.onNavigate(goFromOutside);
    if (desktop)
      unwrap(desktop.app.takeRoute()).then(
        (path) => path && goFromOutside(path),
        () => undefined,
      );
    return () => {
      unwatch();
      unlisten?.();
    };
  }, []);

  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme={desktopSettings()?.theme ?? 'auto'}
    >
      <QueryClientProvider client={queryClient}>
        <ModalsProvider labels={{ confirm: t('continue'), cancel: t('cancel') }}>
          <Notifications position={narrow ? 'top-center' : 'bottom-right'} autoClose={TOAST_MS} limit={4} />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
