import { existsSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT_MARKER } from '../engine/layout.ts';
import { RootError } from '../host/root-error.ts';

const SQLITE_BUSY = 5;

/** @throws RootError where the folder lies in one that is synced already, also where it does not exist yet */
export function assertNotNested(root: string): void {
  for (let above = dirname(root); above !== dirname(above); above = dirname(above))
    if (existsSync(join(above, ROOT_MARKER))) throw new RootError('root_nested', above);
}

/**
 * Locks a folder for this engine, whatever its journal: two engines would make two documents of each file. The lock is
 * the operating system's, through SQLite, so it ends with the process in any case. It lies in this person's temporary
 * folder, named by the folder's identity: a lock on the folder's own disk would keep that from being unplugged. Where
 * no lock can be had, the folder is synced without one. Other accounts, and other computers that reach the folder by
 * the network, are not excluded.
 * @param root its real path
 * @returns a function that releases it
 * @throws RootError where another engine has it, or it lies in a folder that is synced already
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
