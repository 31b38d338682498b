import { autoUpdater, DebUpdater } from 'electron-updater';
import { log } from '../log.ts';
import { SignedProvider, type UpdateSource } from './signed-provider.ts';
import type { Updater } from './updates.ts';

/** electron-updater, which asks one signed feed, and of the network nothing but where that lies. */
export function loadUpdater(source: UpdateSource, packaged: boolean): Updater {
  const { origin } = new URL(source.url);
  autoUpdater.logger = { info: () => undefined, warn: log.warn, error: () => undefined };
  autoUpdater.autoDownload = true;
  autoUpdater.allowDowngrade = false;
  // A .deb asks for the administrator's password: not unasked, while somebody only closes the app.
  autoUpdater.autoInstallOnAppQuit = !(autoUpdater instanceof DebUpdater);
  // The tests' Electron is no packaged one; a release never gets here without being packaged.
  autoUpdater.forceDevUpdateConfig = !packaged;
  autoUpdater.netSession.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: new URL(url).origin !== origin }),
  );
  autoUpdater.setFeedURL({ provider: 'custom', updateProvider: SignedProvider, ...source });
  return autoUpdater;
}
