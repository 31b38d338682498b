import { existsSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT_MARKER } from '../engine/layout.ts';
import { RootError } from '../host/root-error.ts';

const SQLITE_BUSY = 5;

/**
 * Takes a folder for this engine, whatever journal it has: two of them would make each file a document twice. The lock is
 * the system's, by way of SQLite, and so ends with the process however that ends. It lies in this person's temporary folder,
 * by what the folder is and not how it is called: on the folder's own disk it would keep somebody from unplugging that.
 * Where no lock can be had, the folder is synced without one.
 * Another account, or another computer that has the folder by the network, is not kept out.
 *
 * @param root its real place
 * @returns what gives it back
 * @throws RootError where another engine has it, or it lies in a folder that is synced already
 */
export function lockRoot(root: string): () => void {
  for (let above = dirname(root); above !== dirname(above); above = dirname(above))
    if (existsSync(join(above, ROOT_MARKER))) throw new RootError('root_nested', root);
  let lock: DatabaseSync | undefined;
  try {
    // By number: in a container an account may have no name.
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
