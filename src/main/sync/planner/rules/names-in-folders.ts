import { clashKey } from '#shared/platform/files/names.ts';

const NONE: readonly never[] = [];

/**
 * What lies in which folder, for questions about names under any spelling that some disk takes for the same. Keys of
 * names are made only for the folders that are asked about: a plan of a few documents among a hundred thousand asks
 * about few.
 */
export class NamesInFolders<T extends { readonly name: string }> {
  private readonly children: ReadonlyMap<string, readonly T[]>;
  /** By folder, then by clash key. */
  private readonly spellings = new Map<string, ReadonlyMap<string, readonly T[]>>();

  /** @param folderOf what folders are asked for by: a path, or an id */
  constructor(all: Iterable<T>, folderOf: (each: T) => string) {
    this.children = Map.groupBy(all, folderOf);
  }

  in(folder: string): readonly T[] {
    return this.children.get(folder) ?? NONE;
  }

  /** What is in a folder under any spelling of a name. */
  like(folder: string, name: string): readonly T[] {
    let found = this.spellings.get(folder);
    if (!found) {
      found = Map.groupBy(this.in(folder), (each) => clashKey(each.name));
      this.spellings.set(folder, found);
    }
    return found.get(clashKey(name)) ?? NONE;
  }
}
