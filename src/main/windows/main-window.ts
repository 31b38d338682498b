import { BrowserWindow, nativeTheme, screen } from 'electron';
import { isShipped } from '../resources.ts';
import type { Settings } from '../settings/settings.ts';
import { APP_ORIGIN } from './app-protocol.ts';
import { askBeforeLeaving } from './leaving.ts';
import { fitToScreens } from './place.ts';

const SMALLEST = { width: 360, height: 480 };
const USUAL = { width: 1280, height: 860 };
/** Moving a window makes an event for each step: only where it came to rest is kept. */
const SETTLE_MS = 400;

/** The background of a page that is not painted yet: `--desk` of the theme. */
const desk = () => (nativeTheme.shouldUseDarkColors ? '#0f1414' : '#f2f1ee');

export interface WindowOptions {
  readonly preload: string;
  readonly icon: Electron.NativeImage;
  readonly settings: Settings;
  readonly devServer: string | undefined;
  /** It was started with one's session: it stays in the tray until somebody asks for it. */
  readonly hidden: boolean;
  /** Whether closing ends the app; otherwise the window hides and the folders stay in step. */
  readonly isQuitting: () => boolean;
  /** The app was to end, and its person stays: something would have been lost. */
  readonly onStay: () => void;
}

/** The app's one window, where and as large as it last was. */
export function createMainWindow(options: WindowOptions): BrowserWindow {
  const kept = fitToScreens(
    options.settings.window(),
    screen.getAllDisplays().map(({ workArea }) => workArea),
  );
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
      // Also what a page leaves alone: a file or a link dropped on the window would be opened in place of the app.
      navigateOnDragDrop: false,
      devTools: !isShipped(),
      spellcheck: true,
    },
  });
  if (kept?.maximized) window.maximize();
  window.once('ready-to-show', () => options.hidden || window.show());
  window.on('close', (event) => {
    if (options.isQuitting()) return;
    event.preventDefault();
    window.hide();
  });
  askBeforeLeaving(window, options.onStay);
  rememberState(window, options.settings);
  rememberZoom(window, options.settings);
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

/** Chromium keeps it for as long as the app runs; the menu's zoom makes no event, so it is kept when one leaves. */
function rememberZoom(window: BrowserWindow, settings: Settings): void {
  const { webContents } = window;
  const keep = () => {
    const level = webContents.isDestroyed() ? settings.zoom() : webContents.getZoomLevel();
    if (level !== settings.zoom()) settings.setZoom(level);
  };
  webContents.on('did-finish-load', () => webContents.setZoomLevel(settings.zoom()));
  window.on('blur', keep);
  window.on('hide', keep);
  window.on('close', keep);
}
