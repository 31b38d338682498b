/** A path of the sync folder as people say it: the file's name, and where it lies, without the organization. */
export function placeOf(path: string): { name: string; folder: string } {
  const names = path.split('/');
  return { name: names.at(-1) ?? path, folder: names.slice(1, -1).join(' / ') };
}
