import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGES_FAULTS, type PagesFault } from '#shared/documents/pages.ts';
import { NoPages } from './page-maker.ts';

const DAY_MS = 86_400_000;
/** Pages that nobody looked at for so long are removed. They can be drawn again. */
const KEPT_MS = 90 * DAY_MS;
/** A file that failed is tried again after this: the program may have been busy. */
const FAULT_MS = DAY_MS;
const FOLDER_MODE = 0o700;

/** What pages are drawn from, and by what. */
export interface PagesKey {
  /** Of the content. */
  readonly sha256: string;
  readonly extension: string;
  /** The program's, with its version. */
  readonly version: string;
  /** Pages are a PDF, a thumbnail is a JPEG. */
  readonly form: 'pdf' | 'jpg';
}

export interface MadePages {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Names these very bytes, for `ETag`. */
  readonly tag: string;
}

export interface MadePagesOptions {
  readonly dataDir: string;
  /** Maximum bytes that are kept. */
  readonly maxBytes: number;
  /** Nothing is kept that would leave less than this free on the disk, in bytes. */
  readonly freeBytes: number;
}

/**
 * Pages and thumbnails that were drawn, in `<dataDir>/pages`, by the hash of what they were drawn from. They may be deleted
 * at any time.
 */
export class MadePagesStore {
  readonly #root: string;
  readonly #options: MadePagesOptions;

  constructor(options: MadePagesOptions) {
    this.#root = join(options.dataDir, 'pages');
    this.#options = options;
  }

  /** @returns null where they were not drawn yet @throws NoPages where that failed lately */
  async find(key: PagesKey): Promise<MadePages | null> {
    const path = this.#pathOf(key);
    const found = await stat(path).catch(() => null);
    if (found) {
      // Its time says when it was used last.
      if (Date.now() - found.mtimeMs > DAY_MS)
        await utimes(path, new Date(), new Date()).catch(() => undefined);
      return { path, size: found.size, tag: tagOf(key) };
    }
    const fault = await this.#faultOf(`${path}.none`);
    if (fault) throw new NoPages(fault);
    return null;
  }

  /** Keeps what was drawn. @returns null where there is no room on the disk */
  async keep(key: PagesKey, made: Uint8Array): Promise<MadePages | null> {
    const path = this.#pathOf(key);
    return (await this.#write(path, made)) ? { path, size: made.length, tag: tagOf(key) } : null;
  }

  /** Notes that a file cannot be drawn. */
  async keepFault(key: PagesKey, fault: PagesFault): Promise<void> {
    await this.#write(`${this.#pathOf(key)}.none`, Buffer.from(fault));
  }

  /** Removes what was drawn of a content that is deleted for good. */
  async forget(sha256: string): Promise<void> {
    const folder = this.#folderOf(sha256);
    for (const name of await readdir(folder).catch(() => []))
      if (name.startsWith(`${sha256}-`)) await rm(join(folder, name), { force: true });
  }

  /** Removes what nobody looked at for long, and the oldest ones where all of them are too large. @returns how many */
  async sweep(): Promise<number> {
    const now = Date.now();
    const all: { path: string; size: number; usedAt: number }[] = [];
    for (const folder of await readdir(this.#root).catch(() => []))
      for (const name of await readdir(join(this.#root, folder)).catch(() => [])) {
        const path = join(this.#root, folder, name);
        const found = await stat(path).catch(() => null);
        if (found?.isFile()) all.push({ path, size: found.size, usedAt: found.mtimeMs });
      }
    let bytes = all.reduce((sum, { size }) => sum + size, 0);
    let gone = 0;
    for (const { path, size, usedAt } of all.sort((a, b) => a.usedAt - b.usedAt)) {
      const keptMs = /\.(pdf|jpg)$/.test(path) ? KEPT_MS : FAULT_MS;
      if (bytes <= this.#options.maxBytes && now - usedAt <= keptMs) continue;
      await rm(path, { force: true });
      bytes -= size;
      gone += 1;
    }
    return gone;
  }

  async #faultOf(path: string): Promise<PagesFault | undefined> {
    const found = await stat(path).catch(() => null);
    if (!found || Date.now() - found.mtimeMs > FAULT_MS) return undefined;
    const text = await readFile(path, 'utf8').catch(() => '');
    return PAGES_FAULTS.find((fault) => fault === text);
  }

  async #write(path: string, bytes: Uint8Array): Promise<boolean> {
    const folder = join(path, '..');
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize - bytes.length < this.#options.freeBytes) return false;
    // Others may read it at any time, so it appears whole.
    const half = join(folder, `.${randomUUID()}`);
    try {
      await writeFile(half, bytes, { mode: 0o600, flag: 'wx' });
      await rename(half, path);
    } finally {
      await rm(half, { force: true });
    }
    return true;
  }

  #folderOf(sha256: string): string {
    return join(this.#root, sha256.slice(0, 2));
  }

  #pathOf(key: PagesKey): string {
    return join(this.#folderOf(key.sha256), `${tagOf(key)}.${key.form}`);
  }
}

/** Names pages by what they are drawn from, and by what. */
export function tagOf({ sha256, extension, version }: PagesKey): string {
  const by = createHash('sha256').update(`${extension}\n${version}`).digest('hex').slice(0, 16);
  return `${sha256}-${by}`;
}
