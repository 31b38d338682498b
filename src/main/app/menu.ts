import { Menu, type MenuItemConstructorOptions } from 'electron';
import { t } from '../i18n/i18n.ts';
import { isShipped } from '../resources.ts';

/** The menu bar: hidden on Windows and Linux (Alt shows it), but it carries the keyboard's shortcuts. */
export function installMenu({ checkUpdates }: { checkUpdates: (() => void) | null }): void {
  const isMac = process.platform === 'darwin';
  const updates: MenuItemConstructorOptions[] = checkUpdates
    ? [{ label: t('menu.updates'), click: checkUpdates }, { type: 'separator' }]
    : [];
  const appMenu: MenuItemConstructorOptions = {
    label: t('app.name'),
    submenu: [
      ...updates,
      { role: 'hide', label: t('menu.hide') },
      { type: 'separator' },
      { role: 'quit', label: t('menu.quit') },
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: t('menu.file'),
    submenu: [...updates, { role: 'close', label: t('menu.close') }, { role: 'quit', label: t('menu.quit') }],
  };
  const edit: MenuItemConstructorOptions = {
    label: t('menu.edit'),
    submenu: [
      { role: 'undo', label: t('menu.undo') },
      { role: 'redo', label: t('menu.redo') },
      { type: 'separator' },
      { role: 'cut', label: t('menu.cut') },
      { role: 'copy', label: t('menu.copy') },
      { role: 'paste', label: t('menu.paste') },
      { role: 'selectAll', label: t('menu.selectAll') },
    ],
  };
  const developer: MenuItemConstructorOptions[] = isShipped()
    ? []
    : [{ type: 'separator' }, { role: 'toggleDevTools', label: t('menu.devTools') }];
  const view: MenuItemConstructorOptions = {
    label: t('menu.view'),
    submenu: [
      { role: 'reload', label: t('menu.reload') },
      { type: 'separator' },
      { role: 'zoomIn', label: t('menu.zoomIn') },
      { role: 'zoomOut', label: t('menu.zoomOut') },
      { role: 'resetZoom', label: t('menu.zoomReset') },
      { role: 'togglefullscreen', label: t('menu.fullscreen') },
      ...developer,
    ],
  };
  Menu.setApplicationMenu(Menu.buildFromTemplate([isMac ? appMenu : file, edit, view]));
}
