import type { Folder } from '#shared/documents/folders.schemas.ts';
import type { SearchItem } from '#shared/search/search.schemas.ts';

/** What is on its way to another folder: dragged, or cut. */
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

/** The library that all of it is in; undefined where it comes from several. */
export function groupOf(carried: Carried): string | undefined {
  if (carried.kind === 'folder') return carried.folder.group;
  const groups = new Set(carried.records.map((each) => each.group._id));
  return groups.size === 1 ? [...groups][0] : undefined;
}

/**
 * Whether it may be put there: within its library, not where it lies already, and a folder neither into itself nor
 * below itself. Whether its person may write in the library is the caller's to know.
 */
export function canPut(carried: Carried, { group, folder }: Place, folders: Tree): boolean {
  if (groupOf(carried) !== group) return false;
  if (carried.kind === 'records') {
    return carried.records.some((each) => (each.folder?._id ?? null) !== folder);
  }
  return carried.folder.parent !== folder && !isWithin(folders, folder, carried.folder._id);
}

/** Whether a folder is another one, or lies somewhere below it. */
export function isWithin(folders: Tree, folder: string | null, above: string): boolean {
  for (let at = folder; at !== null; at = folders.find((each) => each._id === at)?.parent ?? null) {
    if (at === above) return true;
  }
  return false;
}
