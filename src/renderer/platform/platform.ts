import type { AppInfo, DesktopSettings } from '#shared/ipc/desktop.ts';
import type { DesktopApi } from '#shared/ipc/desktop-api.ts';
import type { IpcResult } from '#shared/ipc/result.ts';

declare global {
  interface Window {
    /** What the desktop's preload puts there; absent in a browser. */
    readonly legajo?: DesktopApi;
  }
}

/** The one place that knows whether this is the desktop or a browser: undefined in a browser (and in scripts). */
export const desktop: DesktopApi | undefined = globalThis.window?.legajo;

/** An error of the main process, which cannot cross the bridge as one. */
export class DesktopError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'DesktopError';
    this.code = code;
  }
}

/** The value of a call over IPC; throws DesktopError where it failed. */
export async function unwrap<T>(answer: Promise<IpcResult<T>>): Promise<T> {
  const result = await answer;
  if (result.ok) return result.value;
  throw new DesktopError(result.error.code, result.error.message);
}

let origin = '';
let info: AppInfo | undefined;
let settings: DesktopSettings | undefined;

/** Learns from the main process what the page needs before it draws anything. Nothing to do in a browser. */
export async function preparePlatform(): Promise<void> {
  if (!desktop) return;
  [info, settings] = await Promise.all([unwrap(desktop.app.info()), unwrap(desktop.settings.get())]);
  // While developing, the page comes from Vite, which hands /api on: then the server is where the page is from.
  origin = window.location.protocol === 'app:' ? (settings.server ?? '').replace(/\/+$/, '') : '';
}

/** The server's origin without a trailing slash; '' where the page itself comes from it. */
export const serverUrl = (): string => origin;

/** What the main process said on start; undefined in a browser. */
export const desktopInfo = (): AppInfo | undefined => info;
export const desktopSettings = (): DesktopSettings | undefined => settings;

/** Ctrl or ⌘, as shown in hints. */
export const modifierKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
