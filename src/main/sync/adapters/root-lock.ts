import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT_MARKER } from '../engine/layout.ts';
import { RootError } from '../host/root-error.ts';

const SQLITE_BUSY = 5;

/** How many folders of a new root are looked at for the mark of another one. */
const LOOKED_AT = 2000;

/**
 * @throws RootError where the folder lies in one that is synced already, also where it does not exist yet; and where it
 * is new and has such a one in it, no deeper than two levels: that one could not be synced any more
 */
export function assertNotNested(root: string): void {
  for (let above = dirname(root); above !== dirname(above); above = dirname(above))
    if (existsSync(join(above, ROOT_MARKER))) throw new RootError('root_nested', above);
  // What a person put into a folder that is synced already, such as a copy of an old one, ends nothing.
  if (existsSync(join(root, ROOT_MARKER))) return;
  const inner = markedIn(root);
  if (inner !== undefined) throw new RootError('root_nested', inner);
}

/** The first folder with a mark in the two levels below another one. */
function markedIn(root: string): string | undefined {
  const folders = foldersIn(root);
  const upper = folders.length;
  for (let at = 0; at < Math.min(folders.length, LOOKED_AT); at += 1) {
    const folder = folders[at] ?? '';
    if (existsSync(join(folder, ROOT_MARKER))) return folder;
    if (at < upper) folders.push(...foldersIn(folder));
  }
  return undefined;
}

/** Without links. Empty where it cannot be listed, or is not there yet. */
function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

/**
 * Locks a folder for this engine, whatever its journal: two engines would make two documents of each file. The lock is
 * the operating system's, through SQLite, so it ends with the process in any case. It lies in this person's temporary
 * folder, named by the folder's identity: a lock on the folder's own disk would keep that from being unplugged. Where
 * no lock can be had, the folder is synced without one. Other accounts, and other computers that reach the folder by
 * the network, are not excluded.
 * @param root its real path
 * @returns a function that releases it
 * @throws RootError where another engine has it, or `assertNotNested` does
 */
export function lockRoot(root: string): () => void {
  assertNotNested(root);
  let lock: DatabaseSync | undefined;
  try {
    // By number: an account in a container may have no name.
    const folder = join(tmpdir(), `legajo-${process.getuid?.() ?? userInfo().username}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { dev, ino } = statSync(root, { bigint: true });
    lock = new DatabaseSync(join(folder, `root-${dev}-${ino}.lock`), { timeout: 0 });
    lock.exec('begin exclusive');
  } catch (error) {
    if (lock?.isOpen) lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new RootError('root_busy', root);
    return () => undefined;
  }
  const held = lock;
  return () => {
    if (held.isOpen) held.close();
  };
}
