import { clashKey, diskName } from '#shared/platform/names.ts';
import { removeBareFolder } from '../executors/removal.ts';
import type { Scan } from '../local/scanner.ts';
import { baseName, joinPath, parentPath } from '../planner/trees.ts';
import { type Files, FilesError } from '../ports/files.ts';
import type { JournalChange, LibraryState } from '../ports/journal.ts';
import type { LibraryInfo } from '../ports/remote.ts';
import { libraryPath, QUARANTINE, SYSTEM_FOLDER } from './layout.ts';
import type { Memory } from './memory.ts';

/**
 * Where the folders of libraries lie. One follows its library's name at the server, and its organization's, by one rename
 * without bytes. Renamed here, by its person or by us just before a crash, it is known by its identity and goes on from
 * there; its own name comes back with the next look.
 */

/** Notes which folder is which library's, to know it again under another name. */
export async function noteFolders(files: Files, memory: Memory): Promise<void> {
  for (const library of memory.content.libraries.values()) {
    const entry = await files.stat(library.path);
    if (entry?.kind === 'folder' && entry.identity !== library.identity)
      memory.commit([{ type: 'library', library: { ...library, identity: entry.identity } }]);
  }
}

/** Goes on with folders that lie elsewhere than the journal says. @returns whether there was one */
export async function followFolders(
  files: Files,
  memory: Memory,
  missing: readonly string[],
): Promise<boolean> {
  let found = false;
  for (const library of memory.content.libraries.values()) {
    if (library.identity === undefined || !missing.includes(library.path)) continue;
    const path = await whereIs(files, library.identity);
    if (path === undefined) continue;
    memory.commit(moved(memory, library, path));
    found = true;
  }
  return found;
}

/** Gives folders the names of their libraries, where no program holds a document in them open. @returns whether any moved */
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

/** The folder that a library should have: its name, told apart from whatever else lies there. */
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
  // But for itself: another one may have its name in other capitals.
  for (const { name } of (await files.list(folder)) ?? [])
    if (joinPath(folder, name) !== library.path) taken.add(clashKey(name));
  for (const { id, path } of memory.content.libraries.values())
    if (id !== library.id && parentPath(path) === folder) taken.add(clashKey(baseName(path)));
  return libraryPath(organization, library.name, taken);
}

/** While a document is open or on its way, its path must not change. */
function isInUse(memory: Memory, { id, path }: LibraryState, scan: Scan): boolean {
  if (scan.locks.some((lock) => !lock.stale && lock.path.startsWith(`${path}/`))) return true;
  return [...memory.content.operations.values()].some(({ library }) => library === id);
}

async function move(files: Files, memory: Memory, library: LibraryState, to: string): Promise<boolean> {
  const from = library.path;
  try {
    await files.makeFolder(parentPath(to));
    await files.move(from, to);
  } catch (error) {
    // Something took the name just now, or a program keeps the folder busy: the next look tries again.
    if (error instanceof FilesError && error.code !== 'full') return false;
    throw error;
  }
  await files.syncFolder(parentPath(to));
  memory.commit(moved(memory, library, to));
  if (parentPath(from) !== parentPath(to)) await dropEmpty(files, parentPath(from));
  return true;
}

/** The folder of an organization that has another name now. */
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

/** Looks where folders of libraries lie: in the folders of the root. */
async function whereIs(files: Files, identity: string): Promise<string | undefined> {
  for (const above of (await files.list('')) ?? []) {
    if (above.kind !== 'folder' || above.name === SYSTEM_FOLDER) continue;
    for (const { name, kind, identity: found } of (await files.list(above.name)) ?? [])
      if (kind === 'folder' && found === identity) return joinPath(above.name, name);
  }
  return undefined;
}
