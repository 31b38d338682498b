import type { AppInfo, DesktopSettings } from '#shared/ipc/desktop.ts';
import type { DesktopApi } from '#shared/ipc/desktop-api.ts';
import type { IpcResult } from '#shared/ipc/result.ts';

declare global {
  interface Window {
    /** What the desktop's preload script provides; absent in a browser. */
    readonly legajo?: DesktopApi;
  }
}

/** The only place that knows whether this is the desktop or a browser: undefined in a browser (and in scripts). */
export const desktop: DesktopApi | undefined = globalThis.window?.legajo;

/** An error of the main process. Error objects cannot cross the bridge, so it is made again here. */
export class DesktopError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'DesktopError';
    this.code = code;
  }
}

/** The value of a call over IPC. @throws DesktopError */
export async function unwrap<T>(answer: Promise<IpcResult<T>>): Promise<T> {
  const result = await answer;
  if (result.ok) return result.value;
  throw new DesktopError(result.error.code, result.error.message);
}

let origin = '';
let info: AppInfo | undefined;
let settings: DesktopSettings | undefined;

/** Gets from the main process what the page needs before its first render. Does nothing in a browser. */
export async function preparePlatform(): Promise<void> {
  if (!desktop) return;
  [info, settings] = await Promise.all([unwrap(desktop.app.info()), unwrap(desktop.settings.get())]);
  // In development the page comes from Vite, which proxies /api: then the server's origin is the page's.
  origin = window.location.protocol === 'app:' ? (settings.server ?? '').replace(/\/+$/, '') : '';
}

/** The server's origin without a trailing slash; '' where it is the page's own. */
export const serverUrl = (): string => origin;

/** The main process's information at start; undefined in a browser. */
export const desktopInfo = (): AppInfo | undefined => info;
export const desktopSettings = (): DesktopSettings | undefined => settings;

/** Ctrl or ⌘, for texts about shortcuts. */
export const modifierKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
