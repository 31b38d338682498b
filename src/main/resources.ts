import { join } from 'node:path';
import { nativeImage } from 'electron';
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

/** The pictures, made when asked for: Electron draws none before it is ready. */
export const icons = {
  app: () => nativeImage.createFromDataURL(appIcon),
  tray: () => nativeImage.createFromDataURL(trayIcon).resize({ width: 22, height: 22 }),
};
