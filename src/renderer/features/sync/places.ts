/** A path of the sync folder as a file name and its place, without the organization. */
export function placeOf(path: string): { name: string; folder: string } {
  const names = path.split('/');
  return { name: names.at(-1) ?? path, folder: names.slice(1, -1).join(' / ') };
}

/** Groups paths of the sync folder by their folder, keeping the order. */
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
