import { type BrowserWindow, dialog } from 'electron';
import { t } from '../i18n/i18n.ts';

/**
 * Asks, as a browser does, before a page goes that says something would be lost: without this the window would not
 * close, and nobody would know why.
 *
 * @param onStay the app was to end, and does not
 */
export function askBeforeLeaving(window: BrowserWindow, onStay: () => void): void {
  window.webContents.on('will-prevent-unload', (event) => {
    if (!window.isVisible()) window.show();
    const choice = dialog.showMessageBoxSync(window, {
      type: 'warning',
      message: t('dialog.leave'),
      detail: t('dialog.leaveDetail'),
      buttons: [t('dialog.stay'), t('dialog.go')],
      defaultId: 0,
      cancelId: 0,
    });
    // Here the default is to stay.
    if (choice === 1) event.preventDefault();
    else onStay();
  });
}
