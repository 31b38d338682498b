import type { Folder } from '#shared/documents/folders.schemas.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { effectiveLabels, type Library, loadLibrary } from '../records/library.queries.ts';
import { countRecordsByFolder, type FolderRow, listFolders } from './folders.queries.ts';

type Above = Pick<Library, 'folders' | 'defaultLabels'>;

const present = (library: Above, row: FolderRow, path: string, records: number): Folder => ({
  _id: row.id,
  group: row.group_id,
  parent: row.parent,
  name: row.name,
  path,
  defaultLabels: row.default_labels ?? [],
  effectiveLabels: [...(row.default_labels ?? effectiveLabels(library, row.parent))],
  records,
  createdAt: row.created_at.toISOString(),
  rev: row.rev,
});

/** A folder that was just made and is empty. @param library knows the folders above it */
export function presentNew(library: Above, row: FolderRow): Folder {
  const names = [row.name];
  for (let at = row.parent; at !== null; ) {
    const above = library.folders.get(at);
    if (!above) break;
    names.unshift(above.name);
    at = above.parent;
  }
  return present(library, row, names.join(' / '), 0);
}

/** All folders of a library as the actor sees them, parents before children, in Spanish order. */
export async function presentFolders(executor: Executor, actor: Actor, group: string): Promise<Folder[]> {
  const library = await loadLibrary(executor, actor, group);
  const rows = await listFolders(executor, group);
  const counts = await countRecordsByFolder(executor, actor, group);
  const children = new Map<string | null, FolderRow[]>();
  for (const row of rows) children.set(row.parent, [...(children.get(row.parent) ?? []), row]);
  const folders: Folder[] = [];
  const visit = (parent: string | null, above: string): void => {
    const here = (children.get(parent) ?? []).sort((a, b) => (sortKey(a.name) < sortKey(b.name) ? -1 : 1));
    for (const row of here) {
      const path = above ? `${above} / ${row.name}` : row.name;
      folders.push(present(library, row, path, counts.get(row.id) ?? 0));
      visit(row.id, path);
    }
  };
  visit(null, '');
  return folders;
}
