import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { Settings, WindowState } from '../settings/settings.ts';
import { APP_ORIGIN } from './app-protocol.ts';

const SMALLEST = { width: 360, height: 480 };
const USUAL = { width: 1280, height: 860 };
/** Moving a window makes an event for each step: only where it came to rest is kept. */
const SETTLE_MS = 400;

/** The paper behind a page that is not painted yet (design: looks/tokens.css, --desk). */
const desk = () => (nativeTheme.shouldUseDarkColors ? '#0f1414' : '#f2f1ee');

export interface WindowOptions {
  readonly preload: string;
  readonly icon: Electron.NativeImage;
  readonly settings: Settings;
  readonly devServer: string | undefined;
  /** Whether closing ends the app; otherwise the window hides and the folders stay in step. */
  readonly isQuitting: () => boolean;
}

/** The app's one window, where and as large as it last was. */
export function createMainWindow(options: WindowOptions): BrowserWindow {
  const kept = onScreen(options.settings.window());
  const window = new BrowserWindow({
    ...USUAL,
    ...kept,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Legajo',
    icon: options.icon,
    backgroundColor: desk(),
    autoHideMenuBar: true,
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: true,
    },
  });
  if (kept?.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    if (options.isQuitting()) return;
    event.preventDefault();
    window.hide();
  });
  rememberState(window, options.settings);
  void window.loadURL(options.devServer ?? `${APP_ORIGIN}/`);
  return window;
}

/** Brings the window to the front, wherever it was. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function rememberState(window: BrowserWindow, settings: Settings): void {
  let timer: NodeJS.Timeout | undefined;
  const keep = () => {
    if (window.isDestroyed() || window.isMinimized()) return;
    settings.setWindow({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, SETTLE_MS);
  };
  window.on('resize', later);
  window.on('move', later);
  window.on('close', () => {
    clearTimeout(timer);
    keep();
  });
}

/** The kept place, without its position where no screen shows it any more. */
function onScreen(kept: WindowState | null): WindowState | null {
  if (kept?.x === undefined || kept.y === undefined) return kept;
  const { x, y, width } = kept;
  const visible = screen.getAllDisplays().some(({ workArea }) => {
    const left = Math.max(x, workArea.x);
    const right = Math.min(x + width, workArea.x + workArea.width);
    return right - left > 100 && y >= workArea.y && y < workArea.y + workArea.height - 40;
  });
  return visible ? kept : { width: kept.width, height: kept.height, maximized: kept.maximized };
}
