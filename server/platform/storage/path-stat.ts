import { stat } from 'node:fs/promises';
import { errno } from './storage-errors.ts';

/** The size of a file in bytes; null where there is none. */
export async function sizeOf(path: string): Promise<number | null> {
  try {
    const { size } = await stat(path);
    return size;
  } catch (error) {
    if (errno(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Whether a path can be reached at all. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
