import { type BrowserWindow, dialog, nativeTheme } from 'electron';
import type { DesktopSettings } from '#shared/ipc/desktop.ts';
import { DesktopError } from '../errors.ts';
import { t } from '../i18n/i18n.ts';
import { log } from '../log.ts';
import type { Session } from '../session/session.ts';
import { prepareRoot, type RootRules } from '../settings/root-folder.ts';
import { checkServer, type Fetch } from '../settings/server-address.ts';
import type { Settings } from '../settings/settings.ts';
import type { Handlers } from './handle.ts';

/** Light, dark or as the system has it, for the window's frame and what the page asks by media query. */
export function applyTheme(theme: DesktopSettings['theme']): void {
  nativeTheme.themeSource = theme === 'auto' ? 'system' : theme;
}

export interface SettingsDeps {
  readonly settings: Settings;
  readonly session: Session;
  readonly fetch: Fetch;
  readonly window: () => BrowserWindow;
  /** The page's policy names the server: with another one it is loaded anew. */
  readonly reload: () => void;
  readonly places: Pick<RootRules, 'home' | 'appData'>;
  /** Has the app start with one's session, or not. */
  readonly openAtLogin: (on: boolean) => Promise<void>;
  /** Another folder is synced from now on. @param before the one until now; null for none */
  readonly onRoot: (before: string | null) => void;
  /** They changed: whoever follows them is told. */
  readonly onPreferences: () => void;
}

export function settingsCalls(deps: SettingsDeps): Handlers<'settings'> {
  const { settings } = deps;
  /** Folders that the person pointed at in the system's dialog; a page cannot name others. */
  const picked = new Set<string>();

  return {
    'settings:get': () => settings.all(),

    'settings:checkServer': (address) => checkServer(deps.fetch, address),

    'settings:setServer': async ({ address, allowInsecure }) => {
      const { server, insecure } = await checkServer(deps.fetch, address);
      if (insecure && !allowInsecure) throw new DesktopError('insecure');
      const changed = settings.all().server !== server;
      settings.setServer(server);
      if (changed) {
        await deps.session.switchTo(server);
        deps.reload();
      }
      return settings.all();
    },

    'settings:pickRoot': async () => {
      const { canceled, filePaths } = await dialog.showOpenDialog(deps.window(), {
        title: t('dialog.pickRoot'),
        buttonLabel: t('dialog.pick'),
        defaultPath: settings.all().root ?? settings.all().proposedRoot,
        properties: ['openDirectory', 'createDirectory'],
      });
      const folder = canceled ? undefined : filePaths[0];
      if (folder) picked.add(folder);
      return folder ?? null;
    },

    'settings:setRoot': async (root) => {
      if (root !== settings.all().proposedRoot && !picked.has(root))
        throw new DesktopError('root_not_chosen');
      const current = settings.all().root;
      await prepareRoot(root, { ...deps.places, current });
      settings.setRoot(root);
      deps.onRoot(current === root ? null : current);
      return settings.all();
    },

    'settings:setTheme': (theme) => {
      settings.setTheme(theme);
      applyTheme(theme);
      return settings.all();
    },

    'settings:setPreferences': async (changed) => {
      if (changed.openAtLogin !== undefined) {
        await deps.openAtLogin(changed.openAtLogin).catch((error: unknown) => {
          log.error('start at sign-in could not be changed', error);
          throw new DesktopError('open_at_login');
        });
      }
      settings.setPreferences(changed);
      deps.onPreferences();
      return settings.all();
    },
  };
}
