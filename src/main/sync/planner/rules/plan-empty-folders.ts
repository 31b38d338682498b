import { folderNameProblem } from '#shared/platform/files/names.ts';
import { type LocalFolder, parentPath } from '../trees.ts';
import type { PlanDraft } from './plan-draft.ts';
import { serverPlaceOf } from './server-place.ts';

/**
 * Names the folders that were made here and hold no document. A folder is made on the server with its first document
 * (decision 0062), so until then it is on this computer only. Of folders in each other only the outermost one is named.
 */
export function planEmptyFolders(draft: PlanDraft): void {
  const unknown: LocalFolder[] = [];
  for (const entry of draft.local.values())
    if (entry.kind === 'folder' && draft.idAt(entry.path) === undefined) unknown.push(entry);
  if (unknown.length === 0) return;
  const filled = foldersWithContents(draft);
  const empty = new Map(unknown.map((entry) => [entry.path, entry]));
  for (const path of filled) empty.delete(path);
  for (const entry of empty.values()) if (!empty.has(parentPath(entry.path))) name(draft, entry);
}

/** Folders with a document in them, at any depth, or with a folder whose contents are unknown. */
function foldersWithContents({ local, matched, options }: PlanDraft): ReadonlySet<string> {
  const filled = new Set<string>();
  const fill = (folder: string) => {
    for (let at = folder; at !== '' && !filled.has(at); at = parentPath(at)) filled.add(at);
  };
  for (const { kind, path } of local.values())
    if (kind === 'file' && !matched.backups.has(path)) fill(parentPath(path));
  for (const path of options.unseen ?? []) fill(path);
  return filled;
}

function name(draft: PlanDraft, { path, name, identity }: LocalFolder): void {
  const home = serverPlaceOf(draft, path);
  if (!home || draft.options.libraries.get(home.libraryId)?.left) return;
  // The server has it already: it is about to be recognized, or its documents are kept online only.
  const there = home.missing.length === 0 ? draft.remoteAt(home.parent, name) : undefined;
  if (there?.kind === 'folder' && !draft.matched.entryOf.has(there.id)) return;
  if (!home.library.canUpload) draft.emptyFolders.push({ path, reason: 'empty-folder-no-role' });
  // The server takes no folder of this name, with a document in it or without.
  else if (folderNameProblem(name) !== undefined) draft.block(identity, 'name', path);
  else draft.emptyFolders.push({ path, reason: 'empty-folder' });
}
