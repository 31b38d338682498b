import { isCovered, isIgnored } from '#shared/platform/files/ignored-names.ts';
import { QUARANTINE, retiredName, SYSTEM_FOLDER } from '../engine/layout.ts';
import { joinPath, parentPath } from '../planner/trees.ts';
import { type FileEntry, type Files, FilesError } from '../ports/files.ts';
import type { LibraryState } from '../ports/journal.ts';
import { isNoiseName, type NotSynced } from './not-synced.ts';

/** What systems keep at the top of a disk, which may be the sync folder. */
const OF_THE_DISK =
  /^(\.trash(es|-\d+)?|\$recycle\.bin|system volume information|lost\+found|\.fseventsd|\.spotlight-v100|\.documentrevisions-v100|\.temporaryitems)$/iu;

/**
 * What a person put beside the libraries, or left in the folder of a library that they are not in any more. It is never
 * synced, and they may think that it is. Only the folders above the libraries are read, and only where something
 * changed there.
 */
export class Outside {
  found: readonly NotSynced[] = [];
  private dirty = true;
  /** Paths of the libraries at the last look. */
  private paths = '';

  /** Something may have changed at a path. */
  mark(path: string): void {
    // It lies beside a library, or above it.
    if (path.split('/').length <= 2) this.dirty = true;
  }

  markAll(): void {
    this.dirty = true;
  }

  /** @param own the person's own patterns: what they cover was asked for, and is not reported */
  async look(files: Files, libraries: Iterable<LibraryState>, own: readonly string[]): Promise<void> {
    const kept = new Set(Array.from(libraries, ({ path }) => path));
    const paths = [...kept].join('\n');
    if (!this.dirty && paths === this.paths) return;
    this.dirty = false;
    this.paths = paths;
    const organizations = new Set(Array.from(kept, parentPath));
    const found: string[] = [];
    for (const entry of await listed(files, '')) {
      if (entry.name === SYSTEM_FOLDER || !mayBeMissed(entry, own)) continue;
      const inside = entry.kind === 'folder' ? await listed(files, entry.name) : [];
      const retired = await retiredName(QUARANTINE, (name) => isTaken(files, joinPath(entry.name, name)));
      const isRetired = ({ name, kind }: FileEntry) => kind === 'folder' && name === retired;
      const holdsRetired = inside.some(isRetired);
      if (!organizations.has(entry.name) && !holdsRetired) {
        if (entry.kind !== 'folder' || inside.length > 0) found.push(entry.name);
        continue;
      }
      for (const each of inside) {
        const path = joinPath(entry.name, each.name);
        if (kept.has(path) || isRetired(each) || !mayBeMissed(each, own)) continue;
        if (each.kind !== 'folder' || (await listed(files, path)).length > 0) found.push(path);
      }
    }
    this.found = found.map((path) => ({ path, reason: 'outside' }));
  }
}

function mayBeMissed({ name, special }: FileEntry, own: readonly string[]): boolean {
  if (special === 'unreadable' || isNoiseName(name) || OF_THE_DISK.test(name)) return false;
  return !(isIgnored(name) || isCovered(name, own));
}

/** Whether something that is no folder lies at a path; `false` where that cannot be told. */
async function isTaken(files: Files, path: string): Promise<boolean> {
  try {
    const there = await files.stat(path);
    return there !== undefined && there.kind !== 'folder';
  } catch (error) {
    if (error instanceof FilesError) return false;
    throw error;
  }
}

/** Empty where it cannot be listed: then nothing is reported. */
async function listed(files: Files, path: string): Promise<readonly FileEntry[]> {
  try {
    return (await files.list(path)) ?? [];
  } catch (error) {
    if (error instanceof FilesError) return [];
    throw error;
  }
}
