import { constants, copyFile as copy, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasNoLinks } from './disk-errors.ts';
import { spaceOf } from './disk-space.ts';

/** Smaller files are copied without asking the disk first. Bytes. */
const SMALL = 1 << 20;
/** Bytes that a copy leaves free: notes of the engine itself need some. */
const LEFT_FREE = 1 << 20;

/**
 * Copies a file; where the disk can, the copy shares the original's blocks and needs no room. Throws the system's
 * errors, and ENOSPC before it writes where there is no room: a copy that fails half way takes the last byte from every
 * other program meanwhile.
 * @param mode flags as for Node's `copyFile`
 */
export async function copyFile(source: string, target: string, mode = 0): Promise<void> {
  const { size } = await stat(source);
  if (size > SMALL) {
    try {
      await copy(source, target, mode | constants.COPYFILE_FICLONE_FORCE);
      return;
    } catch (error) {
      if (!cannotShare(error)) throw error;
    }
    const space = await spaceOf(dirname(target));
    if (space && size > space.free - LEFT_FREE) throw noRoom(target);
  }
  await copy(source, target, mode | constants.COPYFILE_FICLONE);
}

/** Whether this disk, or this pair of files, cannot share blocks. */
const cannotShare = (error: unknown): boolean =>
  hasNoLinks(error) || ['EINVAL', 'ENOTTY', 'ETXTBSY'].includes((error as NodeJS.ErrnoException).code ?? '');

const noRoom = (target: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`ENOSPC: no room for a copy, copyfile '${target}'`), {
    code: 'ENOSPC',
    syscall: 'copyfile',
  });
