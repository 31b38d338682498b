import { type Stats, statSync } from 'node:fs';
import { constants, copyFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DragCopies } from './drag-copies.ts';
import type { FetchedVersion } from './fetch-version.ts';

/** How long a file stays ready: its person's rights may change, and so may the file. */
const READY_MS = 60_000;
/** Files that are kept ready for a drag that may never come. */
const KEPT = 4;

export interface DragOutDeps<Icon> {
  readonly platform: NodeJS.Platform;
  readonly copies: DragCopies;
  /** The synced file that holds exactly this version; null where this computer has none. */
  readonly localFile: (record: string, version: string) => Promise<string | null>;
  /** @throws DesktopError */
  readonly fetchVersion: (version: string) => Promise<FetchedVersion>;
  readonly iconOf: (path: string) => Promise<Icon>;
  /** Electron's `startDrag`. */
  readonly drag: (item: { file: string; icon: Icon }) => void;
  /** Milliseconds that only ever grow. */
  readonly elapsed: () => number;
}

interface Ready<Icon> {
  readonly path: string;
  readonly icon: Icon;
  readonly seen: string;
  readonly at: number;
}

interface Prepared<Icon> {
  readonly coming: Promise<Ready<Icon>>;
  ready: Ready<Icon> | undefined;
}

/**
 * Files of documents that people drag out of the window (decision 0097). The page names a document and a version, and
 * never a path.
 */
export function createDragOut<Icon>(deps: DragOutDeps<Icon>) {
  const { copies } = deps;
  /** By version, the one asked for last at the end. */
  const prepared = new Map<string, Prepared<Icon>>();

  /**
   * The file to drag. Electron offers it for copying and linking, never for moving; on macOS it did offer moving in some
   * releases (electron/electron#35264), so that there a synced file is never dragged itself.
   */
  async function find(record: string, version: string): Promise<string> {
    const local = await deps.localFile(record, version).catch(() => null);
    if (local === null) {
      const fetched = await deps.fetchVersion(version);
      return copies.make(fetched.name, fetched.saveTo);
    }
    if (deps.platform !== 'darwin') return local;
    return copies.make(basename(local), (path) => copyFile(local, path, constants.COPYFILE_FICLONE));
  }

  async function makeReady(record: string, version: string): Promise<Ready<Icon>> {
    const path = await find(record, version);
    const icon = await deps.iconOf(path);
    return { path, icon, seen: stampOf(path), at: deps.elapsed() };
  }

  const isReady = ({ path, seen, at }: Ready<Icon>): boolean =>
    deps.elapsed() - at < READY_MS && stampOf(path) === seen;

  function forget(version: string): void {
    const old = prepared.get(version);
    prepared.delete(version);
    // Also one that is still on its way.
    void old?.coming.then(
      ({ path }) => copies.remove(path),
      () => undefined,
    );
  }

  return {
    /** Resolves when the file can be dragged. @throws DesktopError */
    async prepare(record: string, version: string): Promise<void> {
      const known = prepared.get(version);
      if (known?.ready && !isReady(known.ready)) forget(version);
      else if (known) return void (await known.coming);
      const coming = makeReady(record, version);
      const entry: Prepared<Icon> = { coming, ready: undefined };
      prepared.set(version, entry);
      const [oldest] = prepared.keys();
      if (prepared.size > KEPT && oldest !== undefined) forget(oldest);
      try {
        entry.ready = await coming;
      } catch (error) {
        if (prepared.get(version) === entry) prepared.delete(version);
        throw error;
      }
    },

    /** Starts the system's drag. @returns false where no file is ready */
    start(version: string): boolean {
      const ready = prepared.get(version)?.ready;
      if (!ready || !isReady(ready)) return false;
      // Whoever it is dropped on may still read it: from now on it stays until the app ends.
      prepared.delete(version);
      deps.drag({ file: ready.path, icon: ready.icon });
      return true;
    },

    /** The session has ended, or the app starts or ends: nothing of it stays. */
    clear(): void {
      for (const version of [...prepared.keys()]) forget(version);
      copies.clear();
    },
  };
}
export type DragOut = ReturnType<typeof createDragOut>;

/** What changes when a file is written or replaced; empty where it is gone. */
function stampOf(path: string): string {
  const stats: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? [stats.dev, stats.ino, stats.size, stats.mtimeMs].join(' ') : '';
}
