import type { Folder } from '#shared/documents/folders.schemas.ts';

/** The number of documents in each folder and all folders below it, by folder id. */
export function recordsInside(folders: readonly Folder[]): ReadonlyMap<string, number> {
  const parents = new Map(folders.map(({ _id, parent }) => [_id, parent]));
  const inside = new Map<string, number>();
  for (const { _id, records } of folders) {
    for (let at: string | null | undefined = _id; at; at = parents.get(at)) {
      inside.set(at, (inside.get(at) ?? 0) + records);
    }
  }
  return inside;
}
