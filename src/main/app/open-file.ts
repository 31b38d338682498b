import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { shell } from 'electron';
import { DesktopError } from '../errors.ts';
import { findNearest } from './nearest-item.ts';
import { isOpenable } from './openable.ts';

/**
 * Opens a synced file with the system's program, or shows it in its folder where its kind is not opened.
 *
 * @param root the sync folder: nothing outside it is touched, links included
 * @throws DesktopError not_found when it lies elsewhere or is gone
 */
export async function openSyncedFile(path: string, root: string): Promise<void> {
  const file = await insideRoot(path, root);
  if (!isOpenable(file)) return shell.showItemInFolder(file);
  const problem = await shell.openPath(file);
  // No program for it on this computer: its folder at least.
  if (problem) shell.showItemInFolder(file);
}

/**
 * Shows an item of the sync folder in the system's file manager, or the nearest folder above that exists.
 *
 * @throws DesktopError not_found when it lies elsewhere
 */
export async function revealSyncedFile(path: string, root: string): Promise<void> {
  const found = await findNearest(path, root);
  if (!found) throw new DesktopError('not_found');
  if (found.isItem) shell.showItemInFolder(found.path);
  else await shell.openPath(found.path);
}

/** The real path of a file of the sync folder. @throws DesktopError not_found when it lies elsewhere or is gone */
export async function insideRoot(path: string, root: string): Promise<string> {
  const [file, folder] = await Promise.all([realpath(path), realpath(root)]).catch(() => {
    throw new DesktopError('not_found');
  });
  if (!file.startsWith(folder.endsWith(sep) ? folder : folder + sep)) throw new DesktopError('not_found');
  return file;
}
