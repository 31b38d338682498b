import './catalogue.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { queryClient } from '../api/query-client.ts';
import { resume, watchSession } from '../api/session.ts';
import { useLater } from '../hooks/later.ts';
import { untilLoaded } from '../hooks/until-loaded.ts';
import { desktop, desktopSettings, unwrap } from '../platform/platform.ts';
import { cssVariablesResolver, theme } from '../theme/theme.ts';
import { goFromOutside } from './go-from-outside.ts';
import { loadLater } from './load-later.ts';
import { router } from './router.tsx';

const Overlays = lazy(async () => ({
  default: (await untilLoaded(() => import('./overlays.tsx'))).Overlays,
}));

/** The root: theme, cache, dialogs, toasts, routes. Restores the stored session once. */
export function App() {
  const later = useLater((state) => state.wanted);

  useEffect(() => {
    void resume();
    void loadLater();
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
        <RouterProvider router={router} />
        {later && (
          <Suspense>
            <Overlays />
          </Suspense>
        )}
      </QueryClientProvider>
    </MantineProvider>
  );
}
