import type { Folder } from '#shared/documents/folders.schemas.ts';
import type { SearchItem } from '#shared/search/search.schemas.ts';

/** What is being moved to another folder: dragged, or cut. */
export type Carried =
  | { readonly kind: 'records'; readonly records: readonly CarriedRecord[] }
  | { readonly kind: 'folder'; readonly folder: Folder };

export type CarriedRecord = Pick<SearchItem, '_id' | 'title' | 'group' | 'folder'>;

/** A folder of a library, or its root. */
export interface Place {
  readonly group: string;
  readonly folder: string | null;
}

type Tree = readonly Pick<Folder, '_id' | 'parent'>[];

/** The library of all items; undefined where they come from several. */
export function groupOf(carried: Carried): string | undefined {
  if (carried.kind === 'folder') return carried.folder.group;
  const groups = new Set(carried.records.map((each) => each.group._id));
  return groups.size === 1 ? [...groups][0] : undefined;
}

/**
 * Whether the items may be moved there: within their library, not to where they already are, and no folder into itself
 * or below itself. Does not check roles: callers must know that the person may write in the library.
 */
export function canPut(carried: Carried, { group, folder }: Place, folders: Tree): boolean {
  if (groupOf(carried) !== group) return false;
  if (carried.kind === 'records') {
    return carried.records.some((each) => (each.folder?._id ?? null) !== folder);
  }
  return carried.folder.parent !== folder && !isWithin(folders, folder, carried.folder._id);
}

/** Whether a folder is `above`, or lies below it. */
export function isWithin(folders: Tree, folder: string | null, above: string): boolean {
  for (let at = folder; at !== null; at = folders.find((each) => each._id === at)?.parent ?? null) {
    if (at === above) return true;
  }
  return false;
}
