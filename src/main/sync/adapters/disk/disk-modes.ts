import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { SYSTEM_FOLDER } from '../../engine/layout.ts';
import { codeOf } from './disk-errors.ts';

/** Who may read what lies in the root (decision 0036). Windows has none of these bits: there the home folder's rules hold. */

/** Only one's own account. */
export const PRIVATE = 0o700;
export const EXECUTE = 0o111;
export const WRITE = 0o222;
const UMASK = process.umask();
/** A document is made as any program of this person makes a file. */
export const DOCUMENT = 0o666 & ~UMASK;
/** What made the root before it was made private. */
const BEFORE = 0o777 & ~UMASK;
/** Notes that the root was seen to: whoever opens it to others later means it. */
const SEEN_TO = join(SYSTEM_FOLDER, 'private');

/** Whether a path below the root is the engine's own. */
export function isOurs(path: string): boolean {
  return path === SYSTEM_FOLDER || path.startsWith(`${SYSTEM_FOLDER}/`);
}

/**
 * Closes the engine's own folders to other accounts, and once a root that an earlier Legajo made open to all of them. A folder
 * that was there before Legajo, or whose mode somebody chose, stays as it is.
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
    // It was seen to before, or it is somebody else's, whose root says so itself.
    if (!['missing', 'exists', 'denied'].includes(codeOf(error) ?? '')) throw error;
  }
}
