import { lstatSync, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { SYSTEM_FOLDER } from '../../engine/layout.ts';
import type { Watcher } from '../../ports/watcher.ts';

/**
 * Watches folders only: a watch for each file would take fifty times as many. An edit in place then appears only in the
 * `raw` event of its folder, so this listens to that one.
 */
export class DirectoryWatcher implements Watcher {
  private readonly root: string;
  private readonly own: string;
  private readonly folders = new Set<string>();
  private watcher: FSWatcher | undefined;

  constructor(root: string) {
    this.root = root;
    this.own = slashed(join(root, SYSTEM_FOLDER));
  }

  async start(onDirty: (path: string) => void, onError: (error: unknown) => void): Promise<void> {
    const watcher = watch(this.root, {
      ignoreInitial: true,
      followSymlinks: false,
      atomic: false,
      ignorePermissionErrors: true,
      ignored: (path, stats) => this.isOurs(path) || this.isFile(path, stats),
    });
    this.watcher = watcher;
    const tell = (path: string) => {
      if (this.isOurs(path)) return;
      const inside = slashed(relative(this.root, path));
      if (!inside.startsWith('..')) onDirty(inside);
    };
    watcher.on('all', (event, path) => {
      if (event === 'unlinkDir') this.folders.delete(slashed(path));
      tell(path);
    });
    watcher.on('raw', (_event, path, details) => {
      const folder = (details as { watchedPath?: string } | undefined)?.watchedPath ?? this.root;
      tell(path ? join(folder, path) : folder);
    });
    watcher.on('error', onError);
    await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  }

  async close(): Promise<void> {
    await this.watcher?.close();
  }

  private isOurs(path: string): boolean {
    const slashes = slashed(path);
    return slashes === this.own || slashes.startsWith(`${this.own}/`);
  }

  /**
   * Whether a path is a file, which needs no watch. For each event the watcher asks this of the path and of all folders
   * above it, and only then looks at the path itself, in a thread: for a file that is put in place, twice.
   */
  private isFile(path: string, stats: Stats | undefined): boolean {
    // It was a folder. The watcher sees for itself when it no longer is.
    if (!stats && this.folders.has(path)) return false;
    const there = stats ?? statsOf(path);
    if (there?.isDirectory()) this.folders.add(path);
    return there?.isFile() === true;
  }
}

/** Chokidar writes some paths with `/` on every system. */
const slashed = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'));

/** Synchronous: in a thread it costs several times as much. `undefined` where it is gone, or out of reach. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
