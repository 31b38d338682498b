import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import { log } from '../../log.ts';
import { ROOT_MARKER } from '../../settings/root-folder.ts';
import type { FolderIconWriter } from './folder-icon-writer.ts';

/** The part of the engine's state that is needed. */
type Shown = Pick<SyncState, 'root'> & {
  readonly libraries: readonly Pick<SyncState['libraries'][number], 'path'>[];
};

/**
 * Gives the sync folder, its organization's and those of libraries the app's icon in the file manager, and removes it
 * from a folder that is no longer synced (decision 0030). It is only decoration: a failure is logged, and retried at
 * the next start.
 */
export function createFolderIcons(writer: () => Promise<FolderIconWriter | null>) {
  let found: Promise<FolderIconWriter | null> | undefined;
  /** One at a time: setting and removing an icon of the same folder must not overlap. */
  let work: Promise<void> = Promise.resolve();
  /** Folders tried since the start. */
  const done = new Set<string>();

  const each = (folders: () => Promise<readonly string[]>, act: 'put' | 'take'): void => {
    work = work
      .then(async () => {
        found ??= writer();
        const known = await found;
        if (!known) return;
        for (const folder of await folders())
          await known[act](folder).catch((error: unknown) => log.warn(`folder icon: ${reason(error)}`));
      })
      .catch((error: unknown) => log.warn(`folder icons: ${reason(error)}`));
  };

  return {
    /** Sets the icon on the folders of the engine's state that exist and were not tried yet. */
    show({ root, libraries }: Shown): void {
      if (!root) return;
      const wanted = foldersOf(root, libraries).filter((folder) => !done.has(folder));
      if (wanted.length === 0) return;
      each(async () => {
        // A folder without the engine's marker may be the mount point of a disk that is not connected.
        if (!(await isThere(join(root, ROOT_MARKER)))) return [];
        const ready: string[] = [];
        for (const folder of wanted) {
          if (done.has(folder) || !(await isThere(folder))) continue;
          done.add(folder);
          ready.push(folder);
        }
        return ready;
      }, 'put');
    },
    /** Another folder is synced instead of this one, whose files stay. */
    leave(root: string): void {
      each(() => foldersBelow(root), 'take');
      for (const folder of done)
        if (folder === root || folder.startsWith(join(root, '/'))) done.delete(folder);
    },
    /** Waits until nothing is left to do. */
    idle: async (): Promise<void> => {
      let before: Promise<void>;
      do {
        before = work;
        await before;
      } while (before !== work);
    },
  };
}

/** The root, the organization's folder, and the libraries'. */
function foldersOf(root: string, libraries: Shown['libraries']): string[] {
  const folders = new Set([root]);
  for (const { path } of libraries) {
    if (!path) continue;
    const names = path.split('/');
    for (let at = 1; at <= names.length; at += 1) folders.add(join(root, ...names.slice(0, at)));
  }
  return [...folders];
}

/** As deep below a root as libraries' folders are (`<organization>/<library>`), whatever their names were. */
async function foldersBelow(root: string): Promise<string[]> {
  const found = [root];
  for (const above of await subfolders(root)) found.push(above, ...(await subfolders(above)));
  return found;
}

async function subfolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Without the command's own output, which contains folder names. */
const reason = (error: unknown): string => {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return String(code ?? message);
};
