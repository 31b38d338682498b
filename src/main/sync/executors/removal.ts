import { ASIDE, DOWNLOADS, SPOOL } from '../engine/layout.ts';
import { isNoise, mayBeNoise, NOISE_START } from '../local/system-noise.ts';
import { baseName, joinPath, parentPath } from '../planner/trees.ts';
import type { CheckedFile, FileEntry, Files } from '../ports/files.ts';

/**
 * All removals from the disk are made here (decision 0033). A file that did not come from the server, or differs from
 * what the server is known to have, is never unlinked, under any name: it is moved (executors/retire.ts, aside.ts).
 * Only the engine's own files below `.legajo`, files that systems write by themselves, and empty folders are removed.
 */

/**
 * Removes a file of the engine's own: an unfinished download, or a copy of an upload's bytes that is not needed any
 * more (`releaseSpool`). Does nothing where it is gone.
 */
export async function dropOwn(files: Files, path: string): Promise<void> {
  const folder = parentPath(path);
  if (folder !== DOWNLOADS && folder !== SPOOL) throw new Error(`${path} is not the engine's own`);
  const entry = await files.stat(path);
  if (entry && entry.kind !== 'folder') await files.unlink(path, { identity: entry.identity });
}

/**
 * Removes a replaced file that is unchanged since its bytes were known to be the server's.
 * @returns whether it is gone
 */
export async function dropReplaced(
  files: Files,
  name: string,
  looked: Required<CheckedFile>,
): Promise<boolean> {
  return files.unlink(joinPath(ASIDE, name), looked);
}

/** Removes the second name of a file that is still at `path`. @returns whether it did */
export async function dropSecondName(files: Files, aside: string, path: string): Promise<boolean> {
  const entry = await files.stat(aside);
  if (!entry || parentPath(aside) !== ASIDE) return false;
  const there = await files.stat(path);
  return there?.identity === entry.identity && files.unlink(aside, { identity: entry.identity });
}

/** Removes the copy of a file's bytes on a disk without hard links. The file itself is at `path`. */
export async function dropCopy(files: Files, aside: string): Promise<void> {
  const entry = await files.stat(aside);
  if (entry && parentPath(aside) === ASIDE) await files.unlink(aside, entry);
}

/** Whether systems write such an entry by themselves, by its name and its content. */
export async function isSystemNoise(files: Files, path: string, entry: FileEntry): Promise<boolean> {
  if (entry.kind !== 'file' || !mayBeNoise(entry.name, entry.size)) return false;
  const start = entry.size === 0 ? new Uint8Array() : await files.start(path, NOISE_START);
  return isNoise(baseName(path), entry.size, start);
}

/**
 * Removes a folder that holds nothing but empty folders and files that systems write by themselves. If it holds
 * anything else, nothing is removed.
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
