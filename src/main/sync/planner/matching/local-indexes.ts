import { type LocalEntry, type LocalTree, parentPath, placeKey } from '../trees.ts';

type Index = ReadonlyMap<string, readonly LocalEntry[]>;

const NONE: readonly LocalEntry[] = [];

/** Finds local entries otherwise than by their path. Each index is made only where it is asked for, which is rare. */
export class LocalIndexes {
  private byIdentity: Index | undefined;
  private byFolder: Index | undefined;
  private byPlace: Index | undefined;
  private readonly local: LocalTree;

  constructor(local: LocalTree) {
    this.local = local;
  }

  /** All names of a file. */
  ofIdentity(identity: string): readonly LocalEntry[] {
    this.byIdentity ??= this.index((entry) => entry.identity);
    return this.byIdentity.get(identity) ?? NONE;
  }

  inFolder(folder: string): readonly LocalEntry[] {
    this.byFolder ??= this.index(({ path }) => parentPath(path));
    return this.byFolder.get(folder) ?? NONE;
  }

  /** What lies at a path, under any spelling that some disk takes for the same. */
  atPlace(path: string): readonly LocalEntry[] {
    this.byPlace ??= this.index((entry) => placeKey(entry.path));
    return this.byPlace.get(placeKey(path)) ?? NONE;
  }

  private index(keyOf: (entry: LocalEntry) => string): Index {
    const found = new Map<string, LocalEntry[]>();
    for (const entry of this.local.values()) {
      const key = keyOf(entry);
      const there = found.get(key);
      if (there) there.push(entry);
      else found.set(key, [entry]);
    }
    return found;
  }
}
