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
  private watcher: FSWatcher | undefined;

  constructor(root: string) {
    this.root = root;
  }

  async start(onDirty: (path: string) => void, onError: (error: unknown) => void): Promise<void> {
    const watcher = watch(this.root, {
      ignoreInitial: true,
      followSymlinks: false,
      atomic: false,
      ignorePermissionErrors: true,
      ignored: (path, stats) => stats?.isFile() === true || this.isOurs(path),
    });
    this.watcher = watcher;
    const tell = (path: string) => {
      const inside = relative(this.root, path).split(sep).join('/');
      if (!inside.startsWith('..') && !this.isOurs(path)) onDirty(inside);
    };
    watcher.on('all', (_event, path) => tell(path));
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
    const inside = relative(this.root, path);
    return inside === SYSTEM_FOLDER || inside.startsWith(SYSTEM_FOLDER + sep);
  }
}
