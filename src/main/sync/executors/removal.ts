import { ASIDE, DOWNLOADS, SPOOL } from '../engine/layout.ts';
import { isNoise, mayBeNoise, NOISE_START } from '../local/system-noise.ts';
import { baseName, joinPath, parentPath } from '../planner/trees.ts';
import type { FileEntry, Files, Looked } from '../ports/files.ts';

/**
 * Everything that the engine takes off the disk goes by here (decision 0033). What did not come from the server, or differs
 * from what the server is known to have, is never unlinked, under any name: it is moved (executors/retire.ts, aside.ts).
 * What remains to be removed are the engine's own files below `.legajo`, what systems write by themselves, and empty folders.
 */

/**
 * Drops a file of the engine's own: bytes on their way down, or a copy of bytes on their way up that nobody needs any more
 * (`releaseSpool`). Does nothing where it is gone.
 */
export async function dropOwn(files: Files, path: string): Promise<void> {
  const folder = parentPath(path);
  if (folder !== DOWNLOADS && folder !== SPOOL) throw new Error(`${path} is not the engine's own`);
  const entry = await files.stat(path);
  if (entry && entry.kind !== 'folder') await files.unlink(path, { identity: entry.identity });
}

/**
 * Drops a replaced file that is still as it was when its bytes were found to be the server's.
 * @returns whether it is gone
 */
export async function dropReplaced(files: Files, name: string, looked: Required<Looked>): Promise<boolean> {
  return files.unlink(joinPath(ASIDE, name), looked);
}

/** Drops the second name of a file that still stands at `path`. @returns whether it did */
export async function dropSecondName(files: Files, aside: string, path: string): Promise<boolean> {
  const entry = await files.stat(aside);
  if (!entry || parentPath(aside) !== ASIDE) return false;
  const there = await files.stat(path);
  return there?.identity === entry.identity && files.unlink(aside, { identity: entry.identity });
}

/** Drops the copy of a file's bytes where the disk has no second names; the file itself stands at `path`. */
export async function dropCopy(files: Files, aside: string): Promise<void> {
  const entry = await files.stat(aside);
  if (entry && parentPath(aside) === ASIDE) await files.unlink(aside, entry);
}

/** Whether an entry of a folder is what systems write by themselves, by its name and its content. */
export async function isSystemNoise(files: Files, path: string, entry: FileEntry): Promise<boolean> {
  if (entry.kind !== 'file' || !mayBeNoise(entry.name, entry.size)) return false;
  const start = entry.size === 0 ? new Uint8Array() : await files.start(path, NOISE_START);
  return isNoise(baseName(path), entry.size, start);
}

/**
 * Removes a folder in which nothing lies but empty folders and what systems write by themselves; with anything else in it
 * nothing is touched.
 *
 * @returns whether it is gone
 */
export async function removeBareFolder(files: Files, path: string): Promise<boolean> {
  const noise: { readonly path: string; readonly entry: FileEntry }[] = [];
  const folders: string[] = [];
  const isBare = async (folder: string): Promise<boolean> => {
    folders.unshift(folder);
    for (const entry of (await files.list(folder)) ?? []) {
      const each = joinPath(folder, entry.name);
      if (entry.kind === 'folder') {
        if (!(await isBare(each))) return false;
      } else if (await isSystemNoise(files, each, entry)) noise.push({ path: each, entry });
      else return false;
    }
    return true;
  };
  if (!(await isBare(path))) return false;
  for (const each of noise) if (!(await files.unlink(each.path, each.entry))) return false;
  for (const folder of folders) if (!(await files.removeEmptyFolder(folder))) return false;
  return true;
}
