import { lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileEntry } from '../../ports/files.ts';
import { codeOf } from './disk-errors.ts';
import { entryOf } from './disk-identity.ts';

/** How many entries are looked up in one turn, so that a slow disk does not keep the engine from answering. */
const AT_ONCE = 32;

/**
 * The entries of a folder. Looked up synchronously: another thread costs twice what the call does, and scanning a
 * hundred thousand files is mostly this. Throws the system's errors.
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
    // It vanished since the folder was read, perhaps with the folder.
    if (codeOf(error) === 'missing') return undefined;
    // The folder denies access to its entries: that is the folder's error.
    if (codeOf(error) !== 'busy' && codeOf(error) !== 'failed') throw error;
    return unreadable(name);
  }
}

/** An entry of which only the name is known. */
const unreadable = (name: string): FileEntry => ({
  ...{ name, kind: 'other', special: 'unreadable', identity: `?${name}`, stamp: '', size: 0, modifiedAt: 0 },
});

/** Node uses this character in place of bytes that are not valid UTF-8. */
const mayBeBroken = (name: string): boolean => name.includes('\ufffd');

/** Entries with names that are not valid UTF-8: with the nearest valid name and the bytes. */
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
