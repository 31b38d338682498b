import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mapLimited, syncFolder } from './durable.ts';
import { fileTime } from './file-clock.ts';

export const SHA256 = /^[0-9a-f]{64}$/;
export const FOLDER_MODE = 0o700;

/** Deletes files in `incoming` that a crash left long ago. */
export async function sweepLeftovers(incoming: string, leftoverSeconds: number): Promise<void> {
  const times = new Map<string, number>();
  await mapLimited(await readdir(incoming), async (name) => {
    // Another process may just have confirmed it, or given it up.
    const found = await stat(join(incoming, name)).catch(unlessMissing);
    if (found) times.set(name, found.mtimeMs);
  });
  // By the clock that dates the files: this computer's may be wrong, and another process may be writing them.
  const oldest = (await fileTime(incoming)) - leftoverSeconds * 1000;
  await mapLimited([...times.keys()], async (name) => {
    // A resumable upload is two files, of which the description is not written again: the newer one counts.
    const parts = [name, name.replace(/\.json$/, ''), `${name}.json`];
    if (parts.every((part) => (times.get(part) ?? 0) < oldest))
      await rm(join(incoming, name), { recursive: true, force: true });
  });
}

function unlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/**
 * Moves contents of the former layout, `<aa>/<bb>/<sha256>` (until November 2026). If it is interrupted, it goes on at
 * the next start.
 */
export async function adoptFormerFolders(root: string): Promise<void> {
  const former = (await readdir(root)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  for (const first of former) {
    const from = join(root, first);
    const to = join(root, first.slice(0, 1));
    await mkdir(to, { recursive: true, mode: FOLDER_MODE });
    for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
      if (SHA256.test(entry.name)) await rename(join(entry.parentPath, entry.name), join(to, entry.name));
    }
    await syncFolder(to);
    await rm(from, { recursive: true });
  }
  if (former.length > 0) await syncFolder(root);
}
