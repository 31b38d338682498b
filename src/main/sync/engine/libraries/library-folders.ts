import { clashKey, diskName } from '#shared/platform/files/names.ts';
import { removeBareFolder } from '../../executors/removal.ts';
import type { Scan } from '../../local/scan.ts';
import { baseName, joinPath, parentPath } from '../../planner/trees.ts';
import { type Files, FilesError } from '../../ports/files.ts';
import type { JournalChange, LibraryState } from '../../ports/journal.ts';
import type { LibraryInfo } from '../../ports/remote.ts';
import type { Memory } from '../comparing/memory.ts';
import { libraryPath, QUARANTINE, SYSTEM_FOLDER } from '../layout.ts';

/**
 * The folders of libraries. A folder follows its library's and its organization's name on the server, by one rename
 * without transfers. If it was renamed on this computer, by its person or just before a crash, its identity identifies
 * it, and the next cycle gives it its own name again.
 */

/** Notes each library's folder by its identity, to recognize it under another name. */
export async function noteFolders(files: Files, memory: Memory): Promise<void> {
  for (const library of memory.content.libraries.values()) {
    const entry = await files.stat(library.path);
    if (entry?.kind === 'folder' && entry.identity !== library.identity)
      memory.commit([{ type: 'library', library: { ...library, identity: entry.identity } }]);
  }
}

/**
 * Follows folders that were moved on the disk. One that was put into another library goes back at once: its documents would
 * move there one by one, those that their person may move, and the others stay.
 * @returns the libraries whose folders were moved
 */
export async function followFolders(
  files: Files,
  memory: Memory,
  { missingRoots, tree }: Pick<Scan, 'missingRoots' | 'tree'>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const library of memory.content.libraries.values()) {
    const { id, identity } = library;
    if (identity === undefined || !missingRoots.includes(library.path)) continue;
    const path = await whereIs(files, identity);
    if (path !== undefined) memory.commit(moved(memory, library, path));
    else {
      const inside = [...tree.values()].find(
        (entry) => entry.kind === 'folder' && entry.identity === identity,
      );
      if (!inside || (await files.stat(library.path))) continue;
      if (!(await moveFolder(files, inside.path, library.path))) continue;
    }
    found.add(id);
  }
  return found;
}

/** @returns whether it was moved; where something took the name just now, or a program uses it, the next cycle tries again */
async function moveFolder(files: Files, from: string, to: string): Promise<boolean> {
  try {
    await files.makeFolder(parentPath(to));
    await files.move(from, to);
  } catch (error) {
    if (error instanceof FilesError && error.code !== 'full') return false;
    throw error;
  }
  await files.syncFolder(parentPath(to));
  return true;
}

/**
 * Gives folders the names of their libraries, where no program has a document in them open.
 * @returns whether any was renamed
 */
export async function nameFolders(
  files: Files,
  memory: Memory,
  organization: string,
  open: readonly LibraryInfo[],
  scan: Scan,
): Promise<boolean> {
  let any = false;
  for (const { id, name } of open) {
    const library = memory.content.libraries.get(id);
    if (!library || scan.missingRoots.includes(library.path)) continue;
    if (library.name !== name) memory.commit([{ type: 'library', library: { ...library, name } }]);
    const to = await folderOf(files, memory, organization, { ...library, name });
    if (to === library.path || isInUse(memory, library, scan)) continue;
    any = (await move(files, memory, { ...library, name }, to)) || any;
  }
  return any;
}

/** The folder that a library should have: its name, made unique among what else lies there. */
async function folderOf(
  files: Files,
  memory: Memory,
  organization: string,
  library: LibraryState,
): Promise<string> {
  const folder = diskName(organization);
  const plain = joinPath(folder, diskName(library.name));
  if (plain === library.path) return plain;
  const taken = new Set([clashKey(QUARANTINE)]);
  // Without the folder itself: another one may have its name in other letter case.
  for (const { name } of (await files.list(folder)) ?? [])
    if (joinPath(folder, name) !== library.path) taken.add(clashKey(name));
  for (const { id, path } of memory.content.libraries.values())
    if (id !== library.id && parentPath(path) === folder) taken.add(clashKey(baseName(path)));
  return libraryPath(organization, library.name, taken);
}

/** While a document in it is open or being transferred, its path must not change. */
function isInUse(memory: Memory, { id, path }: LibraryState, scan: Scan): boolean {
  if (scan.locks.some((lock) => !lock.stale && lock.path.startsWith(`${path}/`))) return true;
  return [...memory.content.operations.values()].some(({ library }) => library === id);
}

async function move(files: Files, memory: Memory, library: LibraryState, to: string): Promise<boolean> {
  const from = library.path;
  if (!(await moveFolder(files, from, to))) return false;
  memory.commit(moved(memory, library, to));
  if (parentPath(from) !== parentPath(to)) await dropEmpty(files, parentPath(from));
  return true;
}

/** Removes the folder of an organization that has another name now, if it is empty. */
async function dropEmpty(files: Files, folder: string): Promise<void> {
  try {
    await removeBareFolder(files, folder);
  } catch (error) {
    if (!(error instanceof FilesError)) throw error;
  }
}

function moved(memory: Memory, library: LibraryState, to: string): JournalChange[] {
  const changes: JournalChange[] = [{ type: 'library', library: { ...library, path: to } }];
  for (const item of memory.content.blocked.values()) {
    if (!item.path.startsWith(`${library.path}/`)) continue;
    changes.push({ type: 'blocked', item: { ...item, path: to + item.path.slice(library.path.length) } });
  }
  return changes;
}

/** Finds the folders of libraries among the folders of the root. */
async function whereIs(files: Files, identity: string): Promise<string | undefined> {
  for (const above of (await files.list('')) ?? []) {
    if (above.kind !== 'folder' || above.name === SYSTEM_FOLDER) continue;
    for (const { name, kind, identity: found } of (await files.list(above.name)) ?? [])
      if (kind === 'folder' && found === identity) return joinPath(above.name, name);
  }
  return undefined;
}
