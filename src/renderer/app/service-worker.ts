import { desktop } from '../platform/platform.ts';

/**
 * Has the browser keep the app, so that it opens without a connection and takes what other apps share with it
 * (`public/sw.js`). Not on the desktop, which has its own files, and not in development. A browser that refuses has the app as before.
 */
export function keepApp(): void {
  if (desktop || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
}
