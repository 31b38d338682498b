import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';

/**
 * What can be shown of a place below the sync folder: the item itself, a link as the link that it is, else the nearest
 * folder above that exists (the server may tell of what no disk can have). `undefined` where that is not in the sync folder.
 *
 * @param path absolute; need not exist
 * @param root the sync folder
 * @returns `isItem`: whether it is what `path` names
 */
export async function findNearest(
  path: string,
  root: string,
): Promise<{ readonly path: string; readonly isItem: boolean } | undefined> {
  const top = await realpath(root).catch(() => undefined);
  if (top === undefined || !path.startsWith(withSeparator(root))) return undefined;
  for (let at = path; at.startsWith(withSeparator(root)); at = dirname(at)) {
    const folder = await realpath(dirname(at)).catch(() => undefined);
    if (folder === undefined) continue;
    if (folder !== top && !folder.startsWith(withSeparator(top))) continue;
    const item = join(folder, basename(at));
    const found = await lstat(item).catch(() => undefined);
    if (found && (at === path || found.isDirectory())) return { path: item, isItem: at === path };
  }
  return { path: top, isItem: false };
}

const withSeparator = (folder: string): string => (folder.endsWith(sep) ? folder : folder + sep);
