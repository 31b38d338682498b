import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import { log } from '../../log.ts';
import { ROOT_MARKER } from '../../settings/root-folder.ts';
import type { FolderIconWriter } from './folder-icon-writer.ts';

/** What is read of the engine's state. */
type Shown = Pick<SyncState, 'root'> & {
  readonly libraries: readonly Pick<SyncState['libraries'][number], 'path'>[];
};

/**
 * The sync folder, its organization's and those of libraries look like Legajo's own in the file manager; a folder that is no
 * longer synced loses that (decision 0030). It is only looks: what fails is logged, and tried again with the next start.
 */
export function createFolderIcons(dresser: () => Promise<FolderIconWriter | null>) {
  let found: Promise<FolderIconWriter | null> | undefined;
  /** One after the other: what is put on and what is taken off must not meet. */
  let work: Promise<void> = Promise.resolve();
  /** Tried already since the start. */
  const done = new Set<string>();

  const each = (folders: () => Promise<readonly string[]>, act: 'put' | 'take'): void => {
    work = work
      .then(async () => {
        found ??= dresser();
        const known = await found;
        if (!known) return;
        for (const folder of await folders())
          await known[act](folder).catch((error: unknown) => log.warn(`folder icon: ${reason(error)}`));
      })
      .catch((error: unknown) => log.warn(`folder icons: ${reason(error)}`));
  };

  return {
    /** The engine told where its folders are; those that are there and were not looked at yet get the icon. */
    show({ root, libraries }: Shown): void {
      if (!root) return;
      const wanted = foldersOf(root, libraries).filter((folder) => !done.has(folder));
      if (wanted.length === 0) return;
      each(async () => {
        // A folder without the engine's mark may be another disk's place, and that disk not there.
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
    /** Another folder is synced in place of this one, which stays with its files. */
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

/** As far below a root as folders of libraries lie (`<organization>/<library>`), whatever their names were. */
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

/** Without the command's own text, which names folders. */
const reason = (error: unknown): string => {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return String(code ?? message);
};
