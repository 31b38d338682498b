import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { SYSTEM_FOLDER } from '../../engine/layout.ts';
import { codeOf } from './disk-errors.ts';

/**
 * Who may read the files in the root (decision 0036). Windows has no such bits: there the rules of the home folder
 * hold.
 */

/** Only the person's own account. */
export const PRIVATE = 0o700;
export const EXECUTE = 0o111;
export const WRITE = 0o222;
const UMASK = process.umask();
/** Documents get the mode that any program of this person gives a file. */
export const DOCUMENT = 0o666 & ~UMASK;
/** The mode that earlier releases gave the root. */
const BEFORE = 0o777 & ~UMASK;
/** A note that the root was made private: whoever opens it to others later does so on purpose. */
const SEEN_TO = join(SYSTEM_FOLDER, 'private');

/** Whether a path below the root is the engine's own. */
export function isOurs(path: string): boolean {
  return path === SYSTEM_FOLDER || path.startsWith(`${SYSTEM_FOLDER}/`);
}

/**
 * Makes the engine's own folders private, and once also a root that an earlier release opened to other accounts. A
 * folder that existed before Legajo, or whose mode somebody chose, stays as it is.
 */
export async function makePrivate(root: string): Promise<void> {
  if (process.platform === 'win32') return;
  const own = join(root, SYSTEM_FOLDER);
  try {
    const isNew = (await fs.mkdir(own, { recursive: true, mode: PRIVATE })) !== undefined;
    if (!(await fs.lstat(own)).isDirectory()) return;
    await fs.chmod(own, PRIVATE);
    for (const { name, parentPath } of await fs.readdir(own, { withFileTypes: true }))
      if (['tmp', 'up', 'aside'].includes(name)) await fs.chmod(join(parentPath, name), PRIVATE);
    const { mode } = await fs.stat(root);
    const handle = await fs.open(join(root, SEEN_TO), 'wx', 0o600);
    await handle.close();
    if (!isNew && (mode & 0o777) === BEFORE) await fs.chmod(root, PRIVATE);
  } catch (error) {
    // It was done before, or the folder belongs to another account; the root's own check reports that.
    if (!['missing', 'exists', 'denied'].includes(codeOf(error) ?? '')) throw error;
  }
}
