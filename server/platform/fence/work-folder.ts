import { rmSync } from 'node:fs';
import { chmod, chown, lstat, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileTime } from '../storage/file-clock.ts';
import { isFencedUser } from './fenced-users.ts';

const PREFIX = 'legajo-fence-';
/** No program needs its folder this long: an older one was left by a server that was killed. */
const LEFT_MS = 3_600_000;

/** An empty folder that only its owner may enter. */
export interface WorkFolder {
  readonly path: string;
  /** Puts a file there that its owner can read and nobody can write. @returns its path */
  put(name: string, bytes: Uint8Array): Promise<string>;
  remove(): Promise<void>;
}

/** The open folders. They are removed when this process ends normally. */
const open = new Set<string>();
process.once('exit', () => {
  for (const path of open) rmSync(path, { recursive: true, force: true });
});

/** @param owner the user who works there; null for the server's own */
export async function openWorkFolder(owner: number | null): Promise<WorkFolder> {
  const path = await mkdtemp(join(tmpdir(), PREFIX));
  open.add(path);
  const remove = async (): Promise<void> => {
    await removeAll(path);
    open.delete(path);
  };
  const give = async (what: string): Promise<void> => {
    if (owner !== null) await chown(what, owner, owner);
  };
  try {
    await chmod(path, 0o700);
    await give(path);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    path,
    async put(name, bytes) {
      const file = join(path, name);
      await writeFile(file, bytes, { mode: 0o400, flag: 'wx' });
      await give(file);
      return file;
    },
    remove,
  };
}

/** Works also where a program took away rights of folders. What cannot be removed now is removed by the next sweep. */
async function removeAll(path: string): Promise<void> {
  const all = { recursive: true, force: true } as const;
  await rm(path, all)
    .catch(async () => {
      await unlock(path);
      await rm(path, all);
    })
    .catch(() => undefined);
}

async function unlock(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await unlock(join(folder, entry.name));
}

/** Removes folders of servers that were killed while a program ran. */
export async function sweepWorkFolders(): Promise<void> {
  const ours = (uid: number): boolean => isFencedUser(uid) || uid === process.getuid?.();
  // By the clock that dates the folders: this computer's may be wrong.
  const now = await fileTime(tmpdir()).catch(() => null);
  if (now === null) return;
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(tmpdir(), name);
    const found = await lstat(path).catch(() => null);
    // A folder with such a name that belongs to another user is left alone.
    if (!found?.isDirectory() || now - found.mtimeMs < LEFT_MS) continue;
    if (process.platform === 'win32' || ours(found.uid)) await removeAll(path);
  }
}
