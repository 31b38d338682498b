import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderIconWriter, Run } from './folder-icon-writer.ts';

/** What Finder makes of a folder's own icon; the last character is part of the name. */
const FILE = 'Icon\r';
/** An extended attribute by which we know our own icon again; its value says nothing. */
const OURS = 'cl.legajo.folder-icon';

/** The paths come as arguments: nothing of them is read as a program. Without a picture the folder gets its usual look. */
const SET_ICON = `ObjC.import('AppKit');
function run([folder, picture]) {
  const image = picture ? $.NSImage.alloc.initWithContentsOfFile(picture) : $();
  if (picture && image.isNil()) throw new Error('no picture');
  if (!$.NSWorkspace.sharedWorkspace.setIconForFileOptions(image, folder, 0)) throw new Error('refused');
}`;

/** macOS: the folder's icon as NSWorkspace sets it. @param picture the app's .icns, absolute */
export function createMacosIconWriter(picture: string, run: Run): FolderIconWriter {
  const setIcon = (...paths: string[]) =>
    run('/usr/bin/osascript', ['-l', 'JavaScript', '-e', SET_ICON, ...paths]);
  const xattr = (...args: string[]) => run('/usr/bin/xattr', args);
  const isOurs = (folder: string): Promise<boolean> =>
    xattr('-p', OURS, folder).then(
      () => true,
      () => false,
    );
  const hasIcon = (folder: string): Promise<boolean> =>
    lstat(join(folder, FILE)).then(
      () => true,
      () => false,
    );
  return {
    async put(folder) {
      // There already: a person's, or ours of an earlier start.
      if (await hasIcon(folder)) return;
      await setIcon(folder, picture);
      await xattr('-w', OURS, '1', folder);
    },
    async take(folder) {
      if (!(await isOurs(folder))) return;
      if (await hasIcon(folder)) await setIcon(folder);
      await xattr('-d', OURS, folder);
    },
  };
}
