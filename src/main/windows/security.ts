import { app, type Session, type WebContents, type WebFrameMain } from 'electron';
import { log } from '../log.ts';
import { isExternalAddress, isSignedFile, readUrl } from '../url.ts';
import { APP_HOST, APP_SCHEME } from './app-protocol.ts';
import { openOutside } from './external.ts';

/** What a page may do that a browser would ask for: write plain text to the clipboard, and fill the screen, at a click. */
const ALLOWED_PERMISSIONS = new Set(['clipboard-sanitized-write', 'fullscreen']);

/** Where the page comes from: its own scheme, or electron-vite's server while developing. */
export function isOwnPage(address: string, devServer: string | undefined): boolean {
  const url = readUrl(address);
  if (!url) return false;
  if (devServer && url.origin === new URL(devServer).origin) return true;
  return url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST;
}

/** Whether a frame is the top frame of our own page: the only one that IPC answers. */
export function isTrustedFrame(frame: WebFrameMain | null, devServer: string | undefined): boolean {
  return frame !== null && frame.parent === null && isOwnPage(frame.url, devServer);
}

/** Permissions are denied, whoever asks. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(ALLOWED_PERMISSIONS.has(permission)),
  );
  session.setPermissionCheckHandler((_contents, permission) => ALLOWED_PERMISSIONS.has(permission));
  session.setDevicePermissionHandler(() => false);
}

export interface Bounds {
  readonly devServer: string | undefined;
  /** The chosen server's origin, null while there is none. */
  readonly server: () => string | null;
}

/**
 * No contents of this app leave the own page, open windows, or embed others; links outside go to the system, and a
 * signed link of the chosen server becomes a download.
 */
export function hardenContents(bounds: Bounds): void {
  app.on('web-contents-created', (_event, contents) => harden(contents, bounds));
}

function harden(contents: WebContents, { devServer, server }: Bounds): void {
  const refuse = (event: { preventDefault(): void }, address: string) => {
    if (isOwnPage(address, devServer)) return;
    event.preventDefault();
    if (isSignedFile(address, server())) contents.downloadURL(address);
    else log.warn('a navigation away from the app was refused');
  };
  contents.on('will-navigate', refuse);
  contents.on('will-redirect', refuse);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isExternalAddress(url)) void openOutside(url).catch(() => log.warn('a link could not be opened'));
    return { action: 'deny' };
  });
}
