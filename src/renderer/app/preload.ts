import { mayBeSignedIn } from '../api/session-keeper.ts';
import { openScreens, type ScreenRow, screenAt } from './screens.ts';

export const loadShell = () => import('./layout/shell.tsx');

/**
 * Begins to load the code of the page that was opened, before it is known who is there: their session is asked for
 * meanwhile. What fails is loaded again, and shown, by whoever needs it.
 */
export function preloadPage(pathname: string): void {
  const signedIn = mayBeSignedIn();
  const row = screenAt(pathname === '/' && signedIn ? '/dashboard' : signedIn ? pathname : '/');
  void row?.load().catch(() => undefined);
  if (signedIn && !openScreens.includes(row as ScreenRow)) void loadShell().catch(() => undefined);
}
