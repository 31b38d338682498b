import { app, type BrowserWindow, type NativeImage, net } from 'electron';
import type { IdentityToken } from '#shared/ipc/desktop.ts';
import { exactFile } from '#shared/ipc/sync-host.ts';
import { insideRoot } from '../app/open-file.ts';
import type { SyncHost } from '../app/sync-host.ts';
import { DesktopError } from '../errors.ts';
import { icons } from '../resources.ts';
import type { Settings } from '../settings/settings.ts';
import { DragCopies } from './drag-copies.ts';
import { createDragOut, type DragOut } from './drag-out.ts';
import { type FetchFile, fetchVersion } from './fetch-version.ts';

/** Pixels of the picture at the pointer where the system has none for a kind of file. */
const ICON = 32;

export interface StartDragOut {
  /** The app's own folder for copies, absolute. */
  readonly folder: string;
  readonly window: () => BrowserWindow;
  readonly settings: Settings;
  readonly sync: Pick<SyncHost, 'command'>;
  readonly token: () => Promise<IdentityToken>;
}

/** Dragging files out of the window, with Electron's own parts. What an earlier start left behind is removed. */
export function startDragOut({ folder, window, settings, sync, token }: StartDragOut): DragOut {
  const dragOut = createDragOut<NativeImage>({
    platform: process.platform,
    copies: new DragCopies(folder),
    localFile: async (record, version) => {
      const { path } = exactFile.parse(await sync.command({ type: 'exact-file', record, version }));
      return path && insideRoot(path, settings.all().root ?? '');
    },
    fetchVersion: async (version) => {
      const { server } = settings.all();
      if (!server) throw new DesktopError('no_server');
      const { idToken } = await token();
      return fetchVersion(net.fetch as FetchFile, { server, token: idToken, version });
    },
    iconOf: async (path) => {
      const icon = await app.getFileIcon(path).catch(() => null);
      return icon && !icon.isEmpty() ? icon : icons.app().resize({ width: ICON, height: ICON });
    },
    drag: (item) => window().webContents.startDrag(item),
    elapsed: () => performance.now(),
  });
  dragOut.clear();
  app.on('will-quit', () => dragOut.clear());
  return dragOut;
}
