import { lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileEntry } from '../ports/files.ts';
import { codeOf } from './disk-errors.ts';
import { entryOf } from './disk-identity.ts';

/** What is asked of the system in one turn of the loop, so that a slow disk does not keep the engine from answering. */
const AT_ONCE = 32;

/**
 * What lies in a folder of the disk. Asked in the loop's own turn: a trip to another thread costs twice what the
 * question does, and a look at a hundred thousand files is mostly this. Raises the system's errors.
 *
 * @param absolute of the folder
 * @param stable see `Files.stableIdentity`
 */
export async function listFolder(absolute: string, stable: boolean): Promise<FileEntry[]> {
  const names = await readdir(absolute);
  const entries: FileEntry[] = [];
  for (const [at, name] of names.entries()) {
    if (at > 0 && at % AT_ONCE === 0) await nextTurn();
    const entry = entryAt(absolute + sep + name, name, stable);
    if (entry) entries.push(entry);
  }
  return entries;
}

function entryAt(absolute: string, name: string, stable: boolean): FileEntry | undefined {
  try {
    const stats = lstatSync(absolute, { bigint: true, throwIfNoEntry: false });
    return stats && entryOf(name, stats, stable);
  } catch (error) {
    // Gone since the folder was read, with a folder of it perhaps.
    if (codeOf(error) === 'missing') return undefined;
    throw error;
  }
}
