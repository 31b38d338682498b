import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Mean file size in bytes, so that 10,000 files are 221 MB. */
const MEAN_BYTES = 22_100;
const FILES_IN_A_FOLDER = 20;
const FOLDERS_IN_A_FOLDER = 10;
const AT_ONCE = 32;

export interface Tree {
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
}

/**
 * Writes a tree of files, twenty in each folder. Names, sizes and bytes are always the same for the same numbers.
 *
 * @param mean mean size in bytes; there are a few large files and many small ones, as in an office's folders
 */
export async function makeTree(root: string, files: number, mean = MEAN_BYTES): Promise<Tree> {
  const random = seeded(files);
  const folders: string[] = [];
  for (let at = 0; at * FILES_IN_A_FOLDER < files; at += 1) {
    const parent = at === 0 ? root : (folders[Math.floor((at - 1) / FOLDERS_IN_A_FOLDER)] ?? root);
    folders.push(join(parent, `Carpeta ${String(at).padStart(4, '0')}`));
  }
  for (const folder of folders) await mkdir(folder, { recursive: true });
  let bytes = 0;
  const all = Array.from({ length: files }, (_, at) => {
    // Exponential distribution with this mean.
    const size = Math.max(1, Math.round(-Math.log(1 - random()) * mean));
    bytes += size;
    const name = `Documento ${String(at).padStart(6, '0')}.dat`;
    return { path: join(folders[Math.floor(at / FILES_IN_A_FOLDER)] ?? root, name), size };
  });
  for (let at = 0; at < all.length; at += AT_ONCE)
    await Promise.all(
      all.slice(at, at + AT_ONCE).map(({ path, size }) => writeFile(path, noise(size, random))),
    );
  return { files, folders: folders.length, bytes };
}

/** Number of files below a folder, without names that begin with a dot, which belong to programs. */
export async function countFiles(root: string): Promise<number> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const counts = await Promise.all(
    entries
      .filter((entry) => !entry.name.startsWith('.'))
      .map((entry) => (entry.isDirectory() ? countFiles(join(root, entry.name)) : 1)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** One hash of all names and bytes below a folder, computed by other programs than those measured. */
export async function hashTree(root: string): Promise<string> {
  const script =
    "find . -type f -not -path '*/.*' -print0 | LC_ALL=C sort -z | xargs -0 -r sha256sum | sha256sum";
  const { stdout } = await run('sh', ['-c', script], { cwd: root });
  return stdout.slice(0, 64);
}

/**
 * Incompressible bytes without words, so that the transfer is measured, and not the text extraction that Legajo does
 * beside it. The first byte is a space, so that no file begins like a program.
 */
function noise(size: number, random: () => number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size; at += 1) bytes[at] = at === 0 ? 32 : Math.floor(random() * 256);
  return bytes;
}

/** mulberry32: numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
