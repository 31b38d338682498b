import { lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileEntry } from '../../ports/files.ts';
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
  if (names.some(mayBeBroken)) {
    entries.push(...(await brokenNames(absolute, stable)));
    const broken = new Set(entries.map(({ name }) => name));
    for (const name of broken) names.splice(0, names.length, ...names.filter((each) => each !== name));
  }
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
    // The folder lets nobody see what its entries are: that is said of the folder.
    if (codeOf(error) !== 'busy' && codeOf(error) !== 'failed') throw error;
    return unreadable(name);
  }
}

/** An entry of which the system tells nothing but its name. */
const unreadable = (name: string): FileEntry => ({
  ...{ name, kind: 'other', special: 'unreadable', identity: `?${name}`, stamp: '', size: 0, modifiedAt: 0 },
});

/** Node puts this character in the place of bytes that are no UTF-8. */
const mayBeBroken = (name: string): boolean => name.includes('\ufffd');

/** Entries whose names are no UTF-8: under the nearest name that is, with the bytes beside it. */
async function brokenNames(absolute: string, stable: boolean): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  for (const raw of await readdir(absolute, { encoding: 'buffer' })) {
    const name = raw.toString('utf8');
    if (Buffer.from(name, 'utf8').equals(raw)) continue;
    const path = Buffer.concat([Buffer.from(absolute + sep, 'utf8'), raw]);
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (!stats) continue;
    const entry = entryOf(name, stats, stable);
    entries.push({ ...entry, kind: 'other', special: 'broken-name', rawName: raw.toString('hex') });
  }
  return entries;
}
