import { groupBy } from '#shared/platform/group-by.ts';

interface Folder {
  readonly _id: string;
  readonly parent: string | null;
  readonly name: string;
}

/**
 * Where the folders of most of them lie, so that new ones come beside them: undefined where there are none yet, null for
 * the library's top.
 */
export function usualPlace(
  folders: readonly Folder[],
  parties: readonly { readonly folder: { readonly _id: string } }[],
): Pick<Folder, '_id' | 'name'> | null | undefined {
  const byId = new Map(folders.map((folder) => [folder._id, folder]));
  const parents = parties.flatMap(({ folder }) => {
    const own = byId.get(folder._id);
    return own ? [own.parent] : [];
  });
  const [most] = [...groupBy(parents, (parent) => parent)].sort((a, b) => b[1].length - a[1].length);
  if (!most) return undefined;
  return most[0] === null ? null : byId.get(most[0]);
}
