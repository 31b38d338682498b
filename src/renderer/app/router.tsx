import { lazy, Suspense } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { listenBefore } from '../hooks/back-listener.ts';
import { CrashPage, NotFoundPage } from './error-pages.tsx';
import { OpenPages, RequireRole, RequireSession, SignInAddress } from './guards.tsx';
import { AreaFrame } from './layout/area-frame.tsx';
import { LazyScreen } from './lazy-screen.tsx';
import { loadShell } from './preload.ts';
import { AREAS, openScreens, type ScreenRow, screens } from './screens.ts';

// Sign-in needs none of it. Its loading is begun by the page's start (preload.ts); until it is there the frame of index.html stands.
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }));

const guarded = (row: ScreenRow): RouteObject => ({
  path: row.path,
  element: (
    <RequireRole row={row}>
      <LazyScreen key={row.path} row={row} />
    </RequireRole>
  ),
});

/** Every route comes from a table in screens.ts. */
export const router = listenBefore(() =>
  createBrowserRouter([
    {
      element: <OpenPages />,
      errorElement: <CrashPage />,
      children: [
        ...openScreens.map((row) => ({
          path: row.path,
          element: <LazyScreen key={row.path} row={row} />,
        })),
        { path: '/sign-in', element: <SignInAddress /> },
      ],
    },
    {
      element: (
        <RequireSession>
          <Suspense>
            <Shell />
          </Suspense>
        </RequireSession>
      ),
      errorElement: <CrashPage />,
      children: [
        // Inside the shell, so that an error in a screen leaves the menu and the uploads intact.
        {
          errorElement: <CrashPage />,
          children: [
            ...screens.filter((row) => !row.area).map(guarded),
            ...AREAS.map((area) => ({
              element: <AreaFrame area={area} />,
              children: screens.filter((row) => row.area === area).map(guarded),
            })),
            { path: '*', element: <NotFoundPage /> },
          ],
        },
      ],
    },
  ]),
);
