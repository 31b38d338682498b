import { join } from 'node:path';
import { app, type NativeImage, nativeImage } from 'electron';
import { type Badge, withBadge } from './app/badge.ts';
import appIcon from './icons/app.png?inline';
import trayIcon from './icons/tray.png?inline';

/**
 * Where the built parts lie, seen from out/main. The engine is started as a program of its own, which cannot be
 * done inside the asar: there it lies unpacked beside it.
 */
export const paths = {
  preload: join(__dirname, '../preload/index.cjs'),
  renderer: join(__dirname, '../renderer'),
  engine: join(__dirname, '../engine/host.cjs').replace(/\bapp\.asar\b/, 'app.asar.unpacked'),
};

/** Points of the tray's icon. */
const TRAY = 22;

/** The pictures, made when asked for: Electron draws none before it is ready. */
export const icons = {
  app: () => nativeImage.createFromDataURL(appIcon),
  /** At both sizes that screens have. */
  tray: (badge?: Badge): NativeImage => {
    const whole = nativeImage.createFromDataURL(trayIcon);
    if (!badge) return whole.resize({ width: TRAY, height: TRAY });
    const icon = nativeImage.createEmpty();
    for (const scaleFactor of [1, 2]) {
      const side = TRAY * scaleFactor;
      const picture = whole.resize({ width: side, height: side }).toBitmap();
      const buffer = withBadge(picture, side, badge);
      icon.addRepresentation({ scaleFactor, width: side, height: side, buffer });
    }
    return icon;
  },
};

/** Whether this is the app as people get it, and not what is being worked on: then nobody looks into its page by tools. */
export const isShipped = (): boolean => app.isPackaged || app.getAppPath().endsWith('.asar');
