/** A folder with more files than this is no longer read at a glance: it asks to be cut by what its files do. */
const MOST_FILES = 30;

/** Lists, one file for each thing that is numbered or named by itself: nothing in them is cut by meaning. */
const LISTS = [/^server\/platform\/db\/migrations$/, /^src\/renderer\/features\/help\/articles$/];

/**
 * Folders that hold too many files, not counting those of their folders.
 *
 * @param paths of all files, relative to the repository, with `/`
 * @returns each with its number of files
 */
export function crowdedFolders(paths: readonly string[]): [folder: string, files: number][] {
  const folders = Map.groupBy(paths, (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  return [...folders]
    .map(([folder, { length }]): [string, number] => [folder, length])
    .filter(([folder, files]) => files > MOST_FILES && !LISTS.some((list) => list.test(folder)));
}
