import { join } from 'node:path';
import { app, type BrowserWindow, net, powerMonitor, protocol, session, shell } from 'electron';
import Store from 'electron-store';
import type { EventData, EventName } from '#shared/ipc/channels.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import { findLink, LINK_SCHEME } from './app/deep-link.ts';
import { startEngine } from './app/engine-process.ts';
import { createFolderIcons } from './app/folder-icons/folder-icons.ts';
import { createSystemIconWriter } from './app/folder-icons/system-icon-writer.ts';
import { createLinks } from './app/links.ts';
import { installMenu } from './app/menu.ts';
import { watchMetered } from './app/metered.ts';
import { createNotices, createNotifier } from './app/notices.ts';
import { watchOnline } from './app/online.ts';
import { HIDDEN, setOpenAtLogin } from './app/open-at-login.ts';
import { openSyncedFile, revealSyncedFile } from './app/open-file.ts';
import { saveDiagnostics } from './app/save-diagnostics.ts';
import { createSyncHost, type SyncHost } from './app/sync-host.ts';
import { followProxy } from './app/system-proxy.ts';
import { createTray } from './app/tray.ts';
import type { DragOut } from './drag-out/drag-out.ts';
import { startDragOut } from './drag-out/start-drag-out.ts';
import { appCalls, computerName } from './ipc/app.ipc.ts';
import { dragCalls } from './ipc/drag.ipc.ts';
import { handleCalls } from './ipc/handle.ts';
import { sessionCalls } from './ipc/session.ipc.ts';
import { applyTheme, settingsCalls } from './ipc/settings.ipc.ts';
import { syncCalls } from './ipc/sync.ipc.ts';
import { updateCalls } from './ipc/update.ipc.ts';
import { log, startFileLog } from './log.ts';
import { icons, paths } from './resources.ts';
import { createCredentials, systemStore } from './session/credentials.ts';
import { createSession, type Session } from './session/session.ts';
import type { Fetch } from './settings/server-address.ts';
import { createSettings, type Settings } from './settings/settings.ts';
import { updateSource } from './updates/source.ts';
import { startUpdates } from './updates/start-updates.ts';
import { APP_SCHEME, createAppHandler } from './windows/app-protocol.ts';
import { createMainWindow, showWindow } from './windows/main-window.ts';
import { denyPermissions, hardenContents, isTrustedFrame } from './windows/security.ts';
import { dropSwitches } from './windows/switches.ts';

/** Set by `electron-vite dev`; a packaged app takes its page from nowhere but itself. */
const devServer = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;
/** The tests' engine process; a release is built to ignore it (electron.vite.config.ts). */
const syncNode = __LEGAJO_RELEASE__ ? undefined : process.env.LEGAJO_SYNC_NODE;

/** Whether it is started as a release is; another build can be told to close itself as well, and a release not to open. */
const closed = __LEGAJO_RELEASE__ || process.env.LEGAJO_CLOSED === 'yes';

/** Where newer versions are asked for; only a build that is no release lets a variable say it. */
const updatesFrom = updateSource(__LEGAJO_RELEASE__ ? __LEGAJO_UPDATES__ : process.env.LEGAJO_UPDATES);

let quitting = false;
/** Known once the settings are read. */
let chosenServer: () => string | null = () => null;
let window: BrowserWindow | null = null;

// Electron's own fetch knows the system's proxies and certificates.
const fetch: Fetch = (url, init) => net.fetch(url, init);

const tell = <N extends EventName>(name: N, data: EventData<N>) => {
  if (window && !window.isDestroyed()) window.webContents.send(name, data);
};

const links = createLinks((route) => tell('app:navigate', route));
const notifier = createNotifier(
  () => window?.isFocused() ?? false,
  (route) => {
    showWindow(mainWindow());
    links.go(route);
  },
);

function openLink(link: string | undefined): void {
  links.open(link);
  if (window) showWindow(window);
}

function start(): void {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  app.on('second-instance', (_event, args) => openLink(findLink(args)));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    openLink(link);
  });
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
  dropSwitches(closed);
  hardenContents({ devServer, server: () => chosenServer() });
  app
    .whenReady()
    .then(run)
    .catch((error: unknown) => {
      log.error('the app could not start', error);
      app.exit(1);
    });
}

async function run(): Promise<void> {
  startFileLog(app.getPath('logs'));
  const settings = createSettings(
    new Store(),
    join(app.getPath('home'), 'Legajo'),
    process.env.LEGAJO_SERVER,
    () => ({ seeMetered: metered() !== null, openAtLogin: true }),
  );
  // The engine may not be there yet.
  let networkChanged: () => void = () => undefined;
  const metered = watchMetered(() => networkChanged());
  applyTheme(settings.all().theme);
  denyPermissions(session.defaultSession);
  chosenServer = () => settings.all().server;
  protocol.handle(APP_SCHEME, createAppHandler(paths.renderer, chosenServer));
  const account = createSession({
    fetch,
    credentials: createCredentials(await systemStore()),
    now: Date.now,
    elapsed: () => performance.now(),
    device: computerName(),
    onChange: (state) => {
      tell('session:changed', state);
      sync.follow();
      if (!state.signedIn) dragOut.clear();
    },
    onIdentity: (identity) => sync.identity(identity),
  });
  const proxy = followProxy(
    (url) => session.defaultSession.resolveProxy(url),
    chosenServer,
    () => networkChanged(),
  );
  const folderIcons = createFolderIcons(createSystemIconWriter);
  const sync = startSync(settings, account, { metered, proxy }, folderIcons.show);
  networkChanged = sync.changed;
  const dragOut: DragOut = startDragOut({
    folder: join(app.getPath('userData'), 'drag-out'),
    window: mainWindow,
    settings,
    sync,
    token: () => account.token({ fresh: false }),
  });
  await proxy.look();
  const updates = startUpdates(updatesFrom, {
    onState: (state) => tell('update:changed', state),
    stop: async () => {
      await sync.close();
      quitting = true;
    },
    goOn: () => stay(sync),
  });
  installMenu({ checkUpdates: updatesFrom && (() => void updates.check(true)) });
  await account.switchTo(settings.all().server);

  const isTrusted = (event: Electron.IpcMainInvokeEvent) => isTrustedFrame(event.senderFrame, devServer);
  const diagnostics = { window: mainWindow, settings, sync, logs: app.getPath('logs') };
  handleCalls(
    appCalls(notifier, links, (withNames) => saveDiagnostics(diagnostics, withNames)),
    isTrusted,
  );
  handleCalls(sessionCalls(account), isTrusted);
  handleCalls(syncCalls(sync, settings), isTrusted);
  handleCalls(updateCalls(updates), isTrusted);
  handleCalls(dragCalls(dragOut), isTrusted);
  handleCalls(
    settingsCalls({
      settings,
      session: account,
      fetch,
      window: mainWindow,
      reload: () => window?.webContents.reload(),
      places: { home: app.getPath('home'), appData: app.getPath('userData') },
      openAtLogin,
      onRoot: (before) => {
        if (before) folderIcons.leave(before);
        sync.follow();
      },
      onPreferences: sync.changed,
    }),
    isTrusted,
  );

  window = createMainWindow({
    preload: paths.preload,
    icon: icons.app(),
    settings,
    devServer,
    hidden: startedHidden(),
    isQuitting: () => quitting,
    onStay: () => stay(sync),
  });
  window.webContents.on('did-navigate', links.left);
  links.open(findLink(process.argv));

  // An update, or a move of the app, may have changed where it lies.
  if (settings.preferences().openAtLogin)
    void openAtLogin(true).catch((error: unknown) => log.error('start at sign-in', error));
  updates.start();
  const networkIsBack = () => {
    void proxy.look();
    sync.wake();
  };
  powerMonitor.on('resume', networkIsBack);
  watchOnline(() => net.isOnline(), networkIsBack);
  app.on('activate', () => showWindow(mainWindow()));
  app.on('before-quit', (event) => {
    if (quitting) return;
    // The engine finishes what it is committing before the app goes.
    quitting = true;
    event.preventDefault();
    void sync.close().finally(() => app.quit());
  });
}

/** The engine and everybody who shows its state: the page, the tray, the file manager, the system's notices. */
function startSync(
  settings: Settings,
  account: Pick<Session, 'state' | 'token'>,
  network: { metered: () => boolean | null; proxy: ReturnType<typeof followProxy> },
  showInFolders: (state: SyncState) => void,
): SyncHost {
  const root = () => settings.all().root ?? '';
  let before = 'off';
  const host = createSyncHost({
    start: () => startEngine(paths.engine, syncNode),
    assignment: () => {
      const { server, root: chosen } = settings.all();
      return server && chosen && account.state().signedIn ? { server, root: chosen } : null;
    },
    options: () => {
      const { limitUp, limitDown, ignore, pauseOnMetered } = settings.preferences();
      const waitForNetwork = pauseOnMetered && network.metered() === true;
      return { limitUp, limitDown, ignore, waitForNetwork, proxy: network.proxy.current() };
    },
    startsOver: settings.startsOver,
    token: (fresh) => account.token({ fresh }),
    dataDir: join(app.getPath('userData'), 'sync'),
    computer: computerName(),
    platform: process.platform,
    openFile: (path) => openSyncedFile(path, root()),
    revealFile: (path) => revealSyncedFile(path, root()),
    onState: (state) => {
      // Perhaps the way to the server is another one now.
      if (state.status === 'offline' && before !== 'offline') void network.proxy.look();
      if (state.status === 'online' && settings.startsOver()) settings.hasStartedOver();
      before = state.status;
      tell('sync:changed', state);
      showInTray(state);
      showInFolders(state);
      notify(state);
    },
  });
  const command = (type: 'pause' | 'resume') =>
    void host.command({ type }).catch(() => log.warn(`${type}: no engine runs`));
  const showInTray = createTray(icons.tray, {
    open: () => showWindow(mainWindow()),
    showFolder: () => void shell.openPath(root()),
    pause: () => command('pause'),
    resume: () => command('resume'),
    quit: () => app.quit(),
  });
  const notify = createNotices(notifier);
  showInTray(host.state());
  return host;
}

/** Whether it was started with one's session on this computer, and not by hand. */
const startedHidden = (): boolean =>
  process.argv.includes(HIDDEN) ||
  (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);

function openAtLogin(on: boolean): Promise<void> {
  // An AppImage runs from a place that is another one each time; unpackaged, Electron must be told what to run.
  const path = process.env.APPIMAGE || process.execPath;
  return setOpenAtLogin(app, on, { path, args: app.isPackaged ? [HIDDEN] : [app.getAppPath(), HIDDEN] });
}

/** The app was to end and does not: the engine, stopped for it, goes on. */
function stay(sync: SyncHost): void {
  if (!quitting) return;
  quitting = false;
  app.requestSingleInstanceLock();
  sync.reopen();
}

function mainWindow(): BrowserWindow {
  if (!window) throw new Error('there is no window yet');
  return window;
}

start();
