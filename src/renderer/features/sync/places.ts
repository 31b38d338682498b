/** A path of the sync folder as people say it: the file's name, and where it lies, without the organization. */
export function placeOf(path: string): { name: string; folder: string } {
  const names = path.split('/');
  return { name: names.at(-1) ?? path, folder: names.slice(1, -1).join(' / ') };
}

/** Paths of the sync folder by the folder that they lie in, in the order in which they come. */
export function byFolder(paths: readonly string[]): { folder: string; names: string[] }[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const { name, folder } = placeOf(path);
    const names = folders.get(folder);
    if (names) names.push(name);
    else folders.set(folder, [name]);
  }
  return [...folders].map(([folder, names]) => ({ folder, names }));
}
